local function command(name, method, options)
  vim.api.nvim_create_user_command('TpuEmbedding' .. name, function(call)
    local argument = options.nargs == '*' and call.fargs or call.fargs[1]
    require('tpu_embedding')[method](argument)
  end, options)
end

command('Preview', 'preview', { nargs = 0, desc = 'Shows the optimizer at the cursor and what its table takes' })
command('Simulate', 'simulate', { nargs = '*', desc = 'Trains the table at the cursor with realistic look-ups' })
command('Plan', 'plan', { nargs = '?', desc = 'Shows the memory of the tables and the TPU slices on which they fit' })
command('Configuration', 'configuration', { nargs = 0, desc = 'Shows the configuration that a program builds' })
command('Rule', 'rule', { nargs = '?', desc = 'Shows the page of a rule, by default of the problem here' })
