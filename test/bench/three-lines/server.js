const connection = require('vscode-languageserver/node').createConnection();
connection.onInitialize(() => ({ capabilities: {} }));
connection.listen();
