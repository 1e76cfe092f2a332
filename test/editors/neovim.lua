-- Runs the scenarios of scenarios.json with Neovim's functions, as keys and commands call them.
local function json(file) return vim.json.decode(table.concat(vim.fn.readfile(file), '\n')) end

local function wait(what, found)
  assert(vim.wait(180000, found, 20), what .. ' did not come')
end

local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') .. '\n' end

local function open(scenario)
  vim.cmd.edit(scenario.file)
  wait('The server', function() return vim.bo.omnifunc ~= '' end)
  local line = vim.fn.getline(scenario.line)
  local column = scenario.act == 'complete' and scenario.column - 1 or scenario.column
  vim.api.nvim_win_set_cursor(0, { scenario.line, vim.str_byteindex(line, 'utf-32', column) })
end

local function problem()
  wait('A problem', function() return #vim.diagnostic.get(0) > 0 end)
  return vim.diagnostic.get(0)[1]
end

local function changed(before)
  wait('A change', function() return text() ~= before end)
  return text()
end

local acts = {}

function acts.diagnose()
  local found = problem()
  local marked = vim.api.nvim_buf_get_text(0, found.lnum, found.col, found.end_lnum, found.end_col, {})
  return marked[1] .. ': ' .. found.message
end

--- Problems that are shown already must not keep others from being shown.
function acts.configure(scenario)
  problem()
  local client = vim.lsp.get_clients({ bufnr = 0 })[1]
  client.settings = vim.deepcopy(client.settings)
  client.settings.tpuEmbedding.rules[scenario.input] = 'warning'
  client:notify('workspace/didChangeConfiguration', { settings = client.settings })
  wait('Another problem', function() return #vim.diagnostic.get(0) > 1 end)
  return table.concat(vim.tbl_map(function(each) return each.message end, vim.diagnostic.get(0)), '\n')
end

function acts.hover()
  vim.lsp.buf.hover()
  local float
  wait('A hover', function()
    float = vim.b.lsp_floating_preview
    return float and vim.api.nvim_win_is_valid(float)
  end)
  local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, false)
  vim.api.nvim_win_close(float, true)
  return table.concat(lines, '\n')
end

local function keys(typed)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(typed, true, false, true), 'n', false)
end

--- Neovim completes in insert mode, so keys are typed until the suggestion is selected, or none is left.
function acts.complete(scenario)
  local looks = 0
  local timer = vim.uv.new_timer()
  timer:start(100, 100, vim.schedule_wrap(function()
    looks = looks + 1
    local info = vim.fn.complete_info({ 'items', 'selected' })
    local item = info.items[info.selected + 1]
    local found = item and (item.abbr or item.word) == scenario.input
    if not found and looks < 200 then return #info.items > 0 and keys('<C-n>') end
    timer:stop()
    keys(found and '<C-y><Esc>' or '<C-e><Esc>')
  end))
  keys('a<C-x><C-o>')
  -- Processes the typed keys until insert mode ends.
  vim.api.nvim_feedkeys('', 'x!', false)
  return text()
end

function acts.fix()
  problem()
  local before = text()
  vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.isPreferred end })
  return changed(before)
end

function acts.format()
  vim.lsp.buf.format()
  return text()
end

function acts.rename(scenario)
  local before = text()
  vim.lsp.buf.rename(scenario.input)
  return changed(before)
end

function acts.show(scenario)
  if scenario.input:find('Rule') then problem() end
  local file = vim.api.nvim_get_current_win()
  vim.cmd(scenario.input)
  local window
  wait('A window', function()
    window = vim.iter(vim.api.nvim_list_wins()):find(function(other) return other ~= file end)
    return window
  end)
  local shown = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
  vim.api.nvim_win_close(window, true)
  return table.concat(shown, '\n')
end

local results = {}
for _, scenario in ipairs(json('scenarios.json')) do
  local ok, result = pcall(function()
    open(scenario)
    return acts[scenario.act](scenario)
  end)
  results[scenario.title] = ok and result or 'failed: ' .. tostring(result)
  vim.fn.writefile({ vim.json.encode(results) }, 'results.json')
end
vim.cmd('qall!')
