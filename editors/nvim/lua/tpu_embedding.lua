-- Shows answers to the server's own requests (docs/protocol.md) in floats and scratch windows.
local M = {}

local repository = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h:h:h')

--- A command line: that of this repository if it is built, otherwise the installed one.
function M.command(...)
  local built = vim.fs.joinpath(repository, 'dist', 'cli.js')
  local program = vim.uv.fs_stat(built) and { 'node', built } or { 'tpu-embedding' }
  return vim.list_extend(program, { ... })
end

local function say(text)
  vim.notify(text, vim.log.levels.WARN)
end

local function float(lines)
  vim.lsp.util.open_floating_preview(lines, 'markdown', { focus_id = 'tpu_embedding', border = 'rounded' })
end

local function scratch(name, lines, filetype)
  vim.cmd.new()
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile, vim.bo.modifiable = 'nofile', 'wipe', false, false
  pcall(vim.api.nvim_buf_set_name, 0, 'tpu-embedding: ' .. name)
  if filetype then vim.cmd('setlocal syntax=' .. filetype) end
end

--- Sends a request about the current buffer and calls `answered` with the result.
local function ask(method, params, answered)
  local client = vim.lsp.get_clients({ bufnr = 0, name = 'tpu_embedding' })[1]
  if not client then return say('The TPU embedding server does not run for this file.') end
  client:request('tpuEmbedding/' .. method, params, function(error, answer)
    if error then return say(error.message) end
    answered(answer ~= vim.NIL and answer or nil)
  end)
end

local function here()
  local client = vim.lsp.get_clients({ bufnr = 0, name = 'tpu_embedding' })[1]
  local position = vim.lsp.util.make_position_params(0, client and client.offset_encoding or 'utf-16')
  return { uri = position.textDocument.uri, position = position.position }
end

local function size(bytes)
  local units = { 'bytes', 'KiB', 'MiB', 'GiB', 'TiB' }
  local unit = 1
  while bytes >= 1024 and unit < #units do
    bytes, unit = bytes / 1024, unit + 1
  end
  return ('%.4g %s'):format(bytes, units[unit])
end

--- Converts values to lines of Markdown, by their paths.
local function values(value, path, lines)
  if type(value) ~= 'table' then
    table.insert(lines, ('- `%s`: %s'):format(path, value))
  elseif next(value) == nil then
    table.insert(lines, ('- `%s`'):format(path))
  else
    for name, inner in vim.spairs(value) do
      values(inner, path == '' and name or path .. '.' .. name, lines)
    end
  end
  return lines
end

local function facts(optimizer)
  local lines = values(optimizer.optimizationParameters, '', { '# ' .. optimizer.title, '' })
  for slot, start in vim.spairs(optimizer.initial) do
    table.insert(lines, ('- `%s` starts from %s'):format(slot, start))
  end
  for _, path in ipairs(optimizer.unknown) do
    table.insert(lines, ('- `%s`: not known'):format(path:gsub('^optimizationParameters%.', '')))
  end
  local cost = optimizer.table
  if not cost then return lines end
  vim.list_extend(lines, {
    '',
    ('%d rows × %d floats: %s on the devices, %s on the hosts'):format(
      cost.vocabularySize, cost.dimension, size(cost.deviceBytes), size(cost.hostBytes)
    ),
    '',
  })
  for _, variable in ipairs(cost.variables) do
    table.insert(lines, ('- `%s`: %s on the devices'):format(variable.name, size(variable.deviceBytes)))
  end
  return lines
end

--- Shows the settings of the optimizer at a place, and the memory of its table.
function M.preview(place)
  ask('optimizerAt', place or here(), function(optimizer)
    if not optimizer then return say('There is no optimizer here.') end
    float(facts(optimizer))
  end)
end

--- Shows the output of the command line about the file, which it reads from disk.
local function run(name, arguments)
  if vim.bo.modified then return say('Save the file first: ' .. name .. ' reads it from the disk.') end
  vim.system(M.command(unpack(arguments)), { text = true }, vim.schedule_wrap(function(result)
    local lines = vim.split(vim.trim(result.stdout .. result.stderr), '\n')
    scratch(name, lines)
  end))
end

--- Shows the memory of the tables and the slices that hold them, or whether they fit on one slice.
function M.plan(slice)
  run('plan', vim.list_extend(slice and { 'plan', '--tpu', slice } or { 'plan' }, { vim.fn.expand('%:p') }))
end

--- Trains the table of the optimizer at the cursor with realistic look-ups.
function M.simulate(options)
  ask('optimizerAt', here(), function(optimizer)
    if not optimizer then return say('There is no optimizer here.') end
    local file = vim.fn.expand('%:p')
    local target = vim.bo.filetype == 'python' and { file .. ':' .. optimizer.range.start.line + 1 }
      or { file, '--table', optimizer.title }
    local command = vim.list_extend({ 'simulate', '--format', 'text' }, options or {})
    run('simulate', vim.list_extend(command, target))
  end)
end

--- Shows the configurations that are built from a program, or only the one at a place.
function M.configuration(place)
  local uri = vim.uri_from_bufnr(0)
  ask('derive', { uri = uri }, function(configurations)
    local shown = vim.tbl_filter(function(found)
      return not place or vim.deep_equal(found.at.range.start, place.position)
    end, configurations or {})
    if #shown == 0 then return say('This file makes no configuration.') end
    local texts = vim.tbl_map(function(found)
      return found.refused and '# ' .. found.refused.reason or found.text
    end, shown)
    local form = shown[1].library and 'yaml' or 'pbtxt'
    scratch('configuration', vim.split(table.concat(texts, '\n'), '\n'), form)
  end)
end

--- Shows the page of a rule: by its code, or of the problem in the cursor's line.
function M.rule(code)
  if not code then
    local problems = vim.diagnostic.get(0, { lnum = vim.fn.line('.') - 1 })
    local ours = vim.tbl_filter(function(problem) return problem.source == 'tpu-embedding' end, problems)
    code = ours[1] and ours[1].code
  end
  if not code then return say('There is no problem in this line.') end
  local page = vim.fs.joinpath(repository, 'docs', 'rules', code .. '.md')
  if not vim.uv.fs_stat(page) then return say('There is no rule ' .. code .. '.') end
  float(vim.fn.readfile(page))
end

local function placeOf(command)
  return { uri = command.arguments[1], position = command.arguments[2] }
end

vim.lsp.commands['tpuEmbedding.previewOptimizer'] = function(command) M.preview(placeOf(command)) end
vim.lsp.commands['tpuEmbedding.planMemory'] = function() M.plan() end
vim.lsp.commands['tpuEmbedding.showConfiguration'] = function(command) M.configuration(placeOf(command)) end
vim.lsp.commands['tpuEmbedding.showRule'] = function(command) M.rule(command.arguments[1]) end
vim.lsp.commands['tpuEmbedding.showReferences'] = function(command, context)
  local client = assert(vim.lsp.get_client_by_id(context.client_id))
  local items = vim.lsp.util.locations_to_items(command.arguments[3], client.offset_encoding)
  vim.fn.setqflist({}, ' ', { title = command.title, items = items })
  vim.cmd.copen()
end

return M
