" Does scenarios of scenarios.json with ALE's commands.

function! s:Wait(what, Found) abort
  let l:looks = 0
  while !a:Found()
    let l:looks += 1
    if l:looks > 3600
      throw a:what . ' did not come'
    endif
    sleep 50m
  endwhile
endfunction

function! s:Text() abort
  return join(getline(1, '$'), "\n") . "\n"
endfunction

function! s:Changed(before) abort
  call s:Wait('A change', {-> s:Text() isnot# a:before})
  return s:Text()
endfunction

function! s:Problem() abort
  call s:Wait('A problem', {-> !empty(ale#engine#GetLoclist(bufnr('')))})
  return ale#engine#GetLoclist(bufnr(''))[0]
endfunction

function! s:diagnose(input) abort
  let l:found = s:Problem()
  return strpart(getline(l:found.lnum), l:found.col - 1, l:found.end_col - l:found.col + 1) . ': ' . l:found.text
endfunction

function! s:configure(rule) abort
  call s:Problem()
  for l:linter in ale#linter#GetAll([&filetype])
    if l:linter.name is# 'tpu_embedding'
      let l:linter.lsp_config = deepcopy(l:linter.lsp_config)
      let l:linter.lsp_config.tpuEmbedding.rules[a:rule] = 'warning'
    endif
  endfor
  call ale#Queue(0)
  call s:Wait('Another problem', {-> len(ale#engine#GetLoclist(bufnr(''))) > 1})
  return join(map(copy(ale#engine#GetLoclist(bufnr(''))), {_, each -> each.text}), "\n")
endfunction

function! s:hover(input) abort
  ALEHover
  call s:Wait('A hover', {-> winnr('$') > 1})
  wincmd P
  let l:text = s:Text()
  pclose
  return l:text
endfunction

function! s:format(input) abort
  let l:before = s:Text()
  ALEFix
  return s:Changed(l:before)
endfunction

runtime autoload/ale/util.vim
function! ale#util#Input(message, value, ...) abort
  return s:answer
endfunction

function! s:rename(input) abort
  let s:answer = a:input
  let l:before = s:Text()
  ALERename
  return s:Changed(l:before)
endfunction

let s:results = {}
for s:scenario in json_decode(join(readfile('scenarios.json'), "\n"))
  try
    execute 'edit!' s:scenario.file
    call ale#Queue(0)
    call s:Wait('The server', {-> getbufvar('', 'ale_linted', 0)})
    call cursor(s:scenario.line, byteidx(getline(s:scenario.line), s:scenario.column) + 1)
    let s:results[s:scenario.title] = call('s:' . s:scenario.act, [get(s:scenario, 'input', '')])
  catch
    let s:results[s:scenario.title] = 'failed: ' . v:exception . ' ' . v:throwpoint
  endtry
  call writefile([json_encode(s:results)], 'results.json')
endfor
qall!
