-- For vim.lsp.enable('tpu_embedding'), Neovim 0.11 or newer.
local command = require('tpu_embedding').command

return {
  cmd = command('lsp', '--stdio'),
  filetypes = { 'pbtxt', 'textproto', 'python' },
  root_markers = { '.git', 'pyproject.toml', 'requirements.txt' },
  -- Commands that lua/tpu_embedding.lua registers; code lenses and code actions run them.
  init_options = {
    previewCommand = 'tpuEmbedding.previewOptimizer',
    planCommand = 'tpuEmbedding.planMemory',
    configurationCommand = 'tpuEmbedding.showConfiguration',
    referencesCommand = 'tpuEmbedding.showReferences',
    ruleCommand = 'tpuEmbedding.showRule',
  },
}
