" Protobuf's text format. The language server adds which names are known.
if exists('b:current_syntax')
  finish
endif

syntax match pbtxtComment '#.*$' contains=pbtxtTodo,@Spell
syntax keyword pbtxtTodo TODO FIXME contained
syntax region pbtxtString start=+"+ skip=+\\.+ end=+"+ end=+$+ contains=pbtxtEscape,@Spell
syntax region pbtxtString start=+'+ skip=+\\.+ end=+'+ end=+$+ contains=pbtxtEscape,@Spell
syntax match pbtxtEscape '\\\%(\o\{1,3}\|[xX]\x\{1,2}\|u\x\{4}\|U\x\{8}\|.\)' contained
syntax match pbtxtField '\<\h\w*\>\ze\s*:'
syntax match pbtxtMessage '\<\h\w*\>\ze\s*[{<]'
syntax match pbtxtExtension '\[[[:alnum:]_./-]\+\]\ze\s*[:{<]'
syntax match pbtxtEnum '\%(:\s*\)\@<=\h\w*'
syntax match pbtxtNumber '\<\%(0[xX]\x\+\|\d\+\%(\.\d*\)\=\%([eE][+-]\=\d\+\)\=\|\.\d\+\%([eE][+-]\=\d\+\)\=\)f\=\>'
syntax match pbtxtBoolean '\%(:\s*\)\@<=\%(true\|false\|True\|False\|t\|f\)\>'

highlight default link pbtxtComment Comment
highlight default link pbtxtTodo Todo
highlight default link pbtxtString String
highlight default link pbtxtEscape SpecialChar
highlight default link pbtxtField Identifier
highlight default link pbtxtMessage Structure
highlight default link pbtxtExtension PreProc
highlight default link pbtxtEnum Constant
highlight default link pbtxtNumber Number
highlight default link pbtxtBoolean Boolean

let b:current_syntax = 'pbtxt'
