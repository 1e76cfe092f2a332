// ../../../tmp/pyeval/verdicts.ts
var import_node_fs = require("node:fs");

// server/src/python/lexer.ts
var Kind = /* @__PURE__ */ ((Kind2) => {
  Kind2[Kind2["End"] = 0] = "End";
  Kind2[Kind2["Blank"] = 1] = "Blank";
  Kind2[Kind2["Newline"] = 2] = "Newline";
  Kind2[Kind2["Comment"] = 3] = "Comment";
  Kind2[Kind2["Join"] = 4] = "Join";
  Kind2[Kind2["Magic"] = 5] = "Magic";
  Kind2[Kind2["Name"] = 6] = "Name";
  Kind2[Kind2["Number"] = 7] = "Number";
  Kind2[Kind2["String"] = 8] = "String";
  Kind2[Kind2["OpenString"] = 9] = "OpenString";
  Kind2[Kind2["Invalid"] = 10] = "Invalid";
  Kind2[Kind2["Exclamation"] = 33] = "Exclamation";
  Kind2[Kind2["Percent"] = 37] = "Percent";
  Kind2[Kind2["Ampersand"] = 38] = "Ampersand";
  Kind2[Kind2["OpenParen"] = 40] = "OpenParen";
  Kind2[Kind2["CloseParen"] = 41] = "CloseParen";
  Kind2[Kind2["Star"] = 42] = "Star";
  Kind2[Kind2["Plus"] = 43] = "Plus";
  Kind2[Kind2["Comma"] = 44] = "Comma";
  Kind2[Kind2["Minus"] = 45] = "Minus";
  Kind2[Kind2["Dot"] = 46] = "Dot";
  Kind2[Kind2["Slash"] = 47] = "Slash";
  Kind2[Kind2["Colon"] = 58] = "Colon";
  Kind2[Kind2["Semicolon"] = 59] = "Semicolon";
  Kind2[Kind2["Less"] = 60] = "Less";
  Kind2[Kind2["Assign"] = 61] = "Assign";
  Kind2[Kind2["Greater"] = 62] = "Greater";
  Kind2[Kind2["At"] = 64] = "At";
  Kind2[Kind2["OpenSquare"] = 91] = "OpenSquare";
  Kind2[Kind2["CloseSquare"] = 93] = "CloseSquare";
  Kind2[Kind2["Caret"] = 94] = "Caret";
  Kind2[Kind2["OpenBrace"] = 123] = "OpenBrace";
  Kind2[Kind2["Bar"] = 124] = "Bar";
  Kind2[Kind2["CloseBrace"] = 125] = "CloseBrace";
  Kind2[Kind2["Tilde"] = 126] = "Tilde";
  Kind2[Kind2["DoubleStar"] = 128] = "DoubleStar";
  Kind2[Kind2["DoubleSlash"] = 129] = "DoubleSlash";
  Kind2[Kind2["ShiftLeft"] = 130] = "ShiftLeft";
  Kind2[Kind2["ShiftRight"] = 131] = "ShiftRight";
  Kind2[Kind2["Equal"] = 132] = "Equal";
  Kind2[Kind2["NotEqual"] = 133] = "NotEqual";
  Kind2[Kind2["LessEqual"] = 134] = "LessEqual";
  Kind2[Kind2["GreaterEqual"] = 135] = "GreaterEqual";
  Kind2[Kind2["Arrow"] = 136] = "Arrow";
  Kind2[Kind2["Walrus"] = 137] = "Walrus";
  Kind2[Kind2["Ellipsis"] = 138] = "Ellipsis";
  Kind2[Kind2["AugmentedAssign"] = 139] = "AugmentedAssign";
  Kind2[Kind2["And"] = 160] = "And";
  Kind2[Kind2["As"] = 161] = "As";
  Kind2[Kind2["Assert"] = 162] = "Assert";
  Kind2[Kind2["Async"] = 163] = "Async";
  Kind2[Kind2["Await"] = 164] = "Await";
  Kind2[Kind2["Break"] = 165] = "Break";
  Kind2[Kind2["Class"] = 166] = "Class";
  Kind2[Kind2["Continue"] = 167] = "Continue";
  Kind2[Kind2["Def"] = 168] = "Def";
  Kind2[Kind2["Del"] = 169] = "Del";
  Kind2[Kind2["Elif"] = 170] = "Elif";
  Kind2[Kind2["Else"] = 171] = "Else";
  Kind2[Kind2["Except"] = 172] = "Except";
  Kind2[Kind2["False"] = 173] = "False";
  Kind2[Kind2["Finally"] = 174] = "Finally";
  Kind2[Kind2["For"] = 175] = "For";
  Kind2[Kind2["From"] = 176] = "From";
  Kind2[Kind2["Global"] = 177] = "Global";
  Kind2[Kind2["If"] = 178] = "If";
  Kind2[Kind2["Import"] = 179] = "Import";
  Kind2[Kind2["In"] = 180] = "In";
  Kind2[Kind2["Is"] = 181] = "Is";
  Kind2[Kind2["Lambda"] = 182] = "Lambda";
  Kind2[Kind2["None"] = 183] = "None";
  Kind2[Kind2["Nonlocal"] = 184] = "Nonlocal";
  Kind2[Kind2["Not"] = 185] = "Not";
  Kind2[Kind2["Or"] = 186] = "Or";
  Kind2[Kind2["Pass"] = 187] = "Pass";
  Kind2[Kind2["Raise"] = 188] = "Raise";
  Kind2[Kind2["Return"] = 189] = "Return";
  Kind2[Kind2["True"] = 190] = "True";
  Kind2[Kind2["Try"] = 191] = "Try";
  Kind2[Kind2["While"] = 192] = "While";
  Kind2[Kind2["With"] = 193] = "With";
  Kind2[Kind2["Yield"] = 194] = "Yield";
  return Kind2;
})(Kind || {});
var keywords = /* @__PURE__ */ new Map();
for (let kind = 160 /* And */; kind <= 194 /* Yield */; kind++) {
  const word = Kind[kind];
  keywords.set(["False", "None", "True"].includes(word) ? word : word.toLowerCase(), kind);
}
var LF = 10;
var CR = 13;
var BACKSLASH = 92;
var HASH = 35;
var DOUBLE_QUOTE = 34;
var SINGLE_QUOTE = 39;
var UNDERSCORE = 95;
var BLANK = 1;
var LETTER = 2;
var DIGIT = 4;
var QUOTE = 8;
var WORD = LETTER | DIGIT;
var classes = new Uint8Array(65536).fill(LETTER, 128);
for (const c2 of " 	\f\v\xA0\u3000\uFEFF") classes[c2.charCodeAt(0)] = BLANK;
for (let c2 = 8192; c2 < 8304; c2++) classes[c2] = 0;
for (let c2 = 97; c2 <= 122; c2++) classes[c2] = classes[c2 - 32] = LETTER;
classes[UNDERSCORE] = LETTER;
for (let c2 = 48; c2 <= 57; c2++) classes[c2] = DIGIT;
classes[DOUBLE_QUOTE] = classes[SINGLE_QUOTE] = QUOTE;
var classOf = (text, at) => classes[text.charCodeAt(at)] ?? 0;
var longSymbols = {
  "**": 128 /* DoubleStar */,
  "//": 129 /* DoubleSlash */,
  "<<": 130 /* ShiftLeft */,
  ">>": 131 /* ShiftRight */,
  "==": 132 /* Equal */,
  "!=": 133 /* NotEqual */,
  "<>": 133 /* NotEqual */,
  "<=": 134 /* LessEqual */,
  ">=": 135 /* GreaterEqual */,
  "->": 136 /* Arrow */,
  ":=": 137 /* Walrus */,
  "...": 138 /* Ellipsis */
};
for (const operator of "+ - * / // % @ & | ^ << >> **".split(" "))
  longSymbols[`${operator}=`] = 139 /* AugmentedAssign */;
var symbolsByStart = [];
for (const [symbol, kind] of Object.entries(longSymbols).sort(([a], [b]) => b.length - a.length)) {
  const start = symbol.charCodeAt(0);
  symbolsByStart[start] = [...symbolsByStart[start] ?? [], [symbol, kind]];
}
var pythonCell = /^%%(time|timeit|capture|prun|debug|px|python3?|skip)\b/;
var statementLine = /^[ \t]*(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|class[ \t]+\w+[ \t]*[(:]|import[ \t]+[\w.]+[ \t]*(?:$|as\b)|from[ \t]+[\w.]+[ \t]+import\b|@[A-Za-z_][\w.]*[ \t]*(?:$|\()|return\b[ \t]*(?:$|[^\w\s]|\w+[ \t]*(?:$|[.([]))|[A-Za-z_][\w.]*[ \t]*=[ \t]*[^=\s]|[A-Za-z_][\w.]*\()/;
var definitionLine = /^[ \t]*(?:def|class|async[ \t]+def)[ \t].*:[ \t\r]*$/;
var Lexer = class {
  constructor(text, start = 0, limit = text.length) {
    this.text = text;
    this.limit = limit;
    this.start = this.end = start;
  }
  text;
  limit;
  kind = 0 /* End */;
  start;
  end;
  /** How many brackets are open, more or less: it tells a magic from a remainder. */
  depth = 0;
  lineStart = true;
  afterAssign = false;
  /** For each kind of quote and its triple, where a search for the closing one has failed already. */
  unclosed = /* @__PURE__ */ new Map();
  next() {
    const { text } = this;
    const at = this.end;
    this.start = at;
    if (at >= this.limit) return this.accept(0 /* End */, this.limit);
    const code = text.charCodeAt(at);
    const characters = classes[code];
    if (characters === BLANK) return this.accept(1 /* Blank */, this.skip(at + 1, BLANK));
    if (code === LF || code === CR) return this.scanNewline(at);
    if (code === HASH) return this.accept(3 /* Comment */, this.lineEnd(at));
    if (code === BACKSLASH) return this.scanJoin(at);
    const lineStart = this.lineStart;
    const afterAssign = this.afterAssign;
    this.lineStart = this.afterAssign = false;
    if (characters === LETTER) return this.scanWord(at);
    if (characters === DIGIT) return this.scanNumber(at);
    if (characters === QUOTE) return this.scanString(at, at);
    if (code === 46 /* Dot */ && classOf(text, at + 1) === DIGIT) return this.scanNumber(at);
    if (this.isMagic(at, code, lineStart, afterAssign)) return this.scanMagic(at, code, lineStart);
    return this.scanSymbol(at, code);
  }
  accept(kind, end) {
    this.end = Math.min(end, this.limit);
    this.kind = kind;
    return kind;
  }
  skip(at, mask) {
    const { text, limit } = this;
    while (at < limit && (classes[text.charCodeAt(at)] & mask) !== 0) at++;
    return at;
  }
  lineEnd(at) {
    const { text, limit } = this;
    for (; at < limit; at++) {
      const code = text.charCodeAt(at);
      if (code === LF || code === CR) break;
    }
    return at;
  }
  scanNewline(at) {
    this.lineStart = true;
    this.afterAssign = false;
    return this.accept(2 /* Newline */, lineBreakEnd(this.text, at));
  }
  scanJoin(at) {
    const end = lineBreakEnd(this.text, at + 1);
    if (end > at + 1) return this.accept(4 /* Join */, end);
    this.lineStart = false;
    return this.accept(10 /* Invalid */, at + 1);
  }
  scanWord(at) {
    const { text } = this;
    const end = this.skip(at + 1, WORD);
    const length = end - at;
    if (length <= 3 && classOf(text, end) === QUOTE && isStringPrefix(text, at, end))
      return this.scanString(at, end);
    const keyword = length <= 8 && length > 1 ? keywords.get(text.slice(at, end)) : void 0;
    return this.accept(keyword ?? 6 /* Name */, end);
  }
  scanNumber(at) {
    const { text } = this;
    const second = text.charCodeAt(at + 1) | 32;
    const based = second === 120 || second === 111 || second === 98;
    for (let end = at + 1; ; end++) {
      const code = text.charCodeAt(end);
      const characters = classes[code] ?? 0;
      if ((characters & WORD) !== 0) {
        if (characters === LETTER && !based && startsKeyword(text, end)) return this.accept(7 /* Number */, end);
        continue;
      }
      if (code === 46 /* Dot */ && !based) continue;
      const exponent = !based && (text.charCodeAt(end - 1) | 32) === 101;
      if (exponent && (code === 43 /* Plus */ || code === 45 /* Minus */) && classOf(text, end + 1) === DIGIT)
        continue;
      return this.accept(7 /* Number */, end);
    }
  }
  scanSymbol(at, code) {
    const { text } = this;
    if (code === 40 /* OpenParen */ || code === 91 /* OpenSquare */ || code === 123 /* OpenBrace */) this.depth++;
    else if (code === 41 /* CloseParen */ || code === 93 /* CloseSquare */ || code === 125 /* CloseBrace */)
      this.depth = Math.max(0, this.depth - 1);
    const longer = symbolsByStart[code];
    if (longer) {
      for (const [symbol, kind] of longer)
        if (text.startsWith(symbol, at)) return this.accept(kind, at + symbol.length);
    }
    if (code === 61 /* Assign */) this.afterAssign = true;
    const known = code > 32 && code < 127 && code !== 36 && code !== 63 && code !== 96;
    return this.accept(known ? code : 10 /* Invalid */, at + 1);
  }
  isMagic(at, code, lineStart, afterAssign) {
    const { text } = this;
    const next = text.charCodeAt(at + 1);
    if (code === 33 /* Exclamation */) return (lineStart || afterAssign) && next !== 61 /* Assign */;
    if (code === 63) return lineStart;
    if (code !== 37 /* Percent */ || !(lineStart || afterAssign)) return false;
    const word = next === 37 /* Percent */ ? at + 2 : at + 1;
    if (classOf(text, word) !== LETTER) return false;
    return this.depth === 0 || lineStart && at === lineStartOf(text, at);
  }
  scanMagic(at, code, lineStart) {
    const { text } = this;
    const end = this.lineEnd(at);
    const cell = lineStart && code === 37 /* Percent */ && text.charCodeAt(at + 1) === 37 /* Percent */;
    return this.accept(
      5 /* Magic */,
      cell && !pythonCell.test(text.slice(at, Math.min(end, at + 20))) ? this.limit : end
    );
  }
  scanString(at, quoteAt) {
    const { text, limit } = this;
    const code = text.charCodeAt(quoteAt);
    const triple = text.charCodeAt(quoteAt + 1) === code && text.charCodeAt(quoteAt + 2) === code;
    if (triple) return this.scanTriple(quoteAt, code);
    if (text.charCodeAt(quoteAt + 1) === code) return this.accept(8 /* String */, quoteAt + 2);
    let format = isFormat(text, at, quoteAt);
    for (let end = quoteAt + 1; ; end++) {
      const c2 = text.charCodeAt(end);
      if (end >= limit || c2 === LF || c2 === CR) return this.accept(9 /* OpenString */, end);
      if (c2 === code) return this.accept(8 /* String */, end + 1);
      if (c2 === BACKSLASH) end = lineBreakEnd(text, end + 1, end + 2) - 1;
      else if (format && c2 === 123 /* OpenBrace */) {
        if (text.charCodeAt(end + 1) === 123 /* OpenBrace */) end++;
        else {
          const field = fieldEnd(text, end, limit, code);
          if (field < 0) format = false;
          else end = field - 1;
        }
      }
    }
  }
  scanTriple(quoteAt, code) {
    const { text, limit } = this;
    const key = text.slice(quoteAt, quoteAt + 3);
    if (quoteAt < (this.unclosed.get(key) ?? Number.POSITIVE_INFINITY)) {
      for (let end = quoteAt + 3; end < limit; end++) {
        const c2 = text.charCodeAt(end);
        if (c2 === BACKSLASH) end++;
        else if (c2 === code && text.startsWith(key, end)) {
          if (!this.opensNext(end)) return this.accept(8 /* String */, end + 3);
          return this.accept(9 /* OpenString */, this.openEnd(quoteAt + 3, end));
        }
      }
      this.unclosed.set(key, quoteAt);
    }
    return this.accept(9 /* OpenString */, this.openEnd(quoteAt + 3, limit));
  }
  /** Whether a triple quote that would close a string rather opens the next: then the string was left open. */
  opensNext(at) {
    const { text } = this;
    if (classOf(text, at + 3) === LETTER) return true;
    let lineStart = at;
    while (classOf(text, lineStart - 1) === BLANK) lineStart--;
    if (lineStart < 2 || text.charCodeAt(lineStart - 1) !== LF) return false;
    return definitionLine.test(text.slice(lineStartOf(text, lineStart - 1), lineStart - 1));
  }
  /** Where an open triple-quoted string ends: before the first line that is surely a statement. */
  openEnd(from, to) {
    const { text } = this;
    for (let end = this.lineEnd(from); end < to; ) {
      const line = lineBreakEnd(text, end);
      const next = this.lineEnd(line);
      if (line < to && statementLine.test(text.slice(line, Math.min(next, line + 200)))) return end;
      end = next;
    }
    return to;
  }
};
function lineBreakEnd(text, at, otherwise = at) {
  const code = text.charCodeAt(at);
  if (code === LF) return at + 1;
  if (code === CR) return text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
  return otherwise;
}
function lineStartOf(text, at) {
  while (at > 0 && text.charCodeAt(at - 1) !== LF && text.charCodeAt(at - 1) !== CR) at--;
  return at;
}
var isLetter = (text, at, letter) => (text.charCodeAt(at) | 32) === letter;
function isStringPrefix(text, start, end) {
  for (let at = start; at < end; at++) {
    const letter = text.charCodeAt(at) | 32;
    if (letter !== 114 && letter !== 98 && letter !== 117 && letter !== 102 && letter !== 116)
      return false;
  }
  return end - start <= 2;
}
function isFormat(text, start, end) {
  for (let at = start; at < end; at++) if (isLetter(text, at, 102) || isLetter(text, at, 116)) return true;
  return false;
}
function startsKeyword(text, at) {
  for (const word of ["if", "else", "or", "and", "in", "is", "for"])
    if (text.startsWith(word, at) && (classOf(text, at + word.length) & WORD) === 0) return true;
  return false;
}
function fieldEnd(text, open, limit, quote) {
  let depth = 0;
  let inner = 0;
  for (let at = open; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0 && (code === LF || code === CR)) return -1;
    if (inner !== 0) {
      if (code === BACKSLASH) at++;
      else if (code === inner) inner = 0;
    } else if (code === quote && !nestsAt(text, at, limit, quote)) return -1;
    else if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) inner = code;
    else if (code === 123 /* OpenBrace */) depth++;
    else if (code === 125 /* CloseBrace */ && --depth === 0) return at + 1;
  }
  return -1;
}
function nestsAt(text, at, limit, quote) {
  const before = text.charCodeAt(at - 1);
  if (!(before === 91 /* OpenSquare */ || before === 40 /* OpenParen */ || before === 32 || before === 44 /* Comma */))
    return false;
  for (let end = at + 1; end < limit; end++) {
    const code = text.charCodeAt(end);
    if (code === LF || code === CR) return false;
    if (code === quote) return true;
  }
  return false;
}

// server/src/python/lines.ts
var flags = (...kinds) => {
  const table = new Uint8Array(256);
  for (const kind of kinds) table[kind] = 1;
  return table;
};
var statementWords = flags(
  162 /* Assert */,
  165 /* Break */,
  166 /* Class */,
  167 /* Continue */,
  168 /* Def */,
  169 /* Del */,
  170 /* Elif */,
  172 /* Except */,
  174 /* Finally */,
  177 /* Global */,
  179 /* Import */,
  184 /* Nonlocal */,
  187 /* Pass */,
  188 /* Raise */,
  189 /* Return */,
  191 /* Try */,
  192 /* While */,
  193 /* With */
);
var blockWords = flags(
  163 /* Async */,
  166 /* Class */,
  168 /* Def */,
  170 /* Elif */,
  172 /* Except */,
  175 /* For */,
  178 /* If */,
  192 /* While */,
  193 /* With */
);
var operandStarts = flags(
  6 /* Name */,
  7 /* Number */,
  8 /* String */,
  9 /* OpenString */,
  40 /* OpenParen */,
  91 /* OpenSquare */,
  123 /* OpenBrace */,
  64 /* At */,
  138 /* Ellipsis */,
  164 /* Await */,
  163 /* Async */,
  173 /* False */,
  176 /* From */,
  182 /* Lambda */,
  183 /* None */,
  185 /* Not */,
  190 /* True */,
  194 /* Yield */
);
var isOpener = (kind) => kind === 40 /* OpenParen */ || kind === 91 /* OpenSquare */ || kind === 123 /* OpenBrace */;
var isCloser = (kind) => kind === 41 /* CloseParen */ || kind === 93 /* CloseSquare */ || kind === 125 /* CloseBrace */;
var openerOf = (closer) => closer === 41 /* CloseParen */ ? 40 /* OpenParen */ : closer - 2;
function readLines(text, partEnds, start = 0) {
  return new LineReader(text, partEnds, start);
}
var LineReader = class {
  kinds = [];
  starts = [];
  ends = [];
  stops = [];
  closed = [];
  first = [];
  indents = [];
  parts = /* @__PURE__ */ new Set();
  comments = [];
  /** Columns of the tokens that start a line of the text; -1 for the others. */
  columns = [];
  /** For a closing bracket the bracket that it closes; for an opening one that is closed, the reverse. */
  matches = [];
  constructor(text, partEnds, start) {
    for (const end of partEnds) {
      this.parts.add(this.kinds.length);
      this.readTokens(text, start, end);
      start = end;
    }
    this.match();
    this.setOut();
  }
  readTokens(text, start, end) {
    const { kinds, starts, ends, columns, stops, closed, matches } = this;
    const lexer = new Lexer(text, start, end);
    let column = 0;
    for (; ; ) {
      const kind = lexer.next();
      switch (kind) {
        case 0 /* End */:
          return;
        case 2 /* Newline */:
          column = 0;
          break;
        case 1 /* Blank */:
          if (column >= 0) column = widthOf(text, lexer.start, lexer.end);
          break;
        case 3 /* Comment */:
          this.comments.push(lexer.start, lexer.end);
          break;
        case 4 /* Join */:
        case 5 /* Magic */:
          break;
        default:
          kinds.push(kind);
          starts.push(lexer.start);
          ends.push(lexer.end);
          columns.push(column);
          stops.push(-1);
          closed.push(false);
          matches.push(-1);
          column = -1;
      }
    }
  }
  /** Whether nothing that is open may hold this token. */
  isBarrier(i) {
    const kind = this.kinds[i];
    if (kind === 59 /* Semicolon */) return true;
    if (this.columns[i] < 0) return false;
    if (statementWords[kind] === 1 || this.parts.has(i)) return true;
    const next = this.kinds[i + 1];
    if (kind === 163 /* Async */) return next === 168 /* Def */ || next === 193 /* With */;
    return kind === 176 /* From */ && this.isImport(i);
  }
  isImport(i) {
    const { kinds } = this;
    do
      i++;
    while (kinds[i] === 6 /* Name */ || kinds[i] === 46 /* Dot */ || kinds[i] === 138 /* Ellipsis */);
    return kinds[i] === 179 /* Import */;
  }
  /** Pairs the brackets, as far as they pair between two barriers. */
  match() {
    const { kinds, matches } = this;
    const stack = [];
    const open = new Uint32Array(128);
    for (let i = 0; i < kinds.length; i++) {
      const kind = kinds[i];
      if (stack.length > 0 && this.isBarrier(i)) {
        stack.length = 0;
        open.fill(0);
      }
      if (isOpener(kind)) {
        stack.push(i);
        open[kind]++;
      } else if (isCloser(kind)) {
        const opener = openerOf(kind);
        if (open[opener] === 0) continue;
        for (; ; ) {
          const top = stack.pop();
          const topKind = kinds[top];
          open[topKind]--;
          if (topKind !== opener) continue;
          matches[i] = top;
          matches[top] = i;
          break;
        }
      }
    }
  }
  /** Finds the logical lines and where each bracket ends. */
  setOut() {
    const { kinds, columns, matches, stops, closed } = this;
    const stack = [];
    const margins = [];
    let margin = 0;
    let inHeader = false;
    const close = (at) => {
      stops[stack.pop()] = at;
      margins.pop();
    };
    for (let i = 0; i < kinds.length; i++) {
      const kind = kinds[i];
      const column = columns[i];
      if (stack.length > 0 && (column >= 0 || kind === 59 /* Semicolon */)) {
        if (this.isBarrier(i)) while (stack.length > 0) close(i);
        else if (matches[stack.at(-1)] === -1) {
          const headerEnds = inHeader && kinds[i - 1] === 58 /* Colon */;
          const startsBody = inHeader && this.startsBody(i);
          const startsStatement = this.startsStatement(i);
          while (stack.length > 0 && matches[stack.at(-1)] === -1) {
            if (headerEnds) close(i - 1);
            else if (startsBody || startsStatement && column <= margins.at(-1)) close(i);
            else break;
          }
        }
      }
      if (column >= 0) {
        margin = column;
        if (stack.length === 0) {
          this.first.push(i);
          this.indents.push(column);
          inHeader = blockWords[kind] === 1;
        }
      }
      if (kind === 161 /* As */) while (stack.length > 0 && this.isOpenCall(stack.at(-1))) close(i);
      if (isOpener(kind)) {
        stack.push(i);
        margins.push(margin);
      } else if (isCloser(kind)) {
        const opener = matches[i];
        if (opener === -1) continue;
        while (stack.at(-1) !== opener) close(i);
        close(i);
        closed[opener] = true;
      } else if (kind === 58 /* Colon */ && stack.length === 0) inHeader = false;
    }
    while (stack.length > 0) close(kinds.length);
  }
  /** Whether a bracket that nothing closes holds arguments or indices. */
  isOpenCall(i) {
    const before = this.kinds[i - 1];
    return this.matches[i] === -1 && (before === 6 /* Name */ || isCloser(before));
  }
  /** Whether the line of a token, at or left of the line of a bracket that nothing closes, is a statement. */
  startsStatement(i) {
    const { kinds } = this;
    const kind = kinds[i];
    if (kind === 8 /* String */) return kinds[i - 1] !== 8 /* String */;
    if (operandStarts[kind] === 1) return true;
    if (kind === 171 /* Else */) return kinds[i + 1] === 58 /* Colon */;
    return (kind === 178 /* If */ || kind === 175 /* For */) && this.hasColon(i);
  }
  /** Whether a line below an unfinished header is the first of its body, no more of what the header lists. */
  startsBody(i) {
    const kind = this.kinds[i];
    if (kind === 178 /* If */ || kind === 175 /* For */) return this.hasColon(i);
    if (operandStarts[kind] !== 1) return false;
    const last = this.kinds[this.lineOf(i).at(-1)];
    return last !== 44 /* Comma */ && last !== 58 /* Colon */;
  }
  /** Whether the `if` or `for` that a token is starts a block, no part of an expression. */
  hasColon(i) {
    return this.lineOf(i).some((token) => this.kinds[token] === 58 /* Colon */);
  }
  /** The tokens of a line from one on, up to its end, without those that closed brackets hold. */
  lineOf(i) {
    const { kinds, columns, matches } = this;
    const line = [];
    do {
      line.push(i);
      i = matches[i] > i ? matches[i] : i + 1;
    } while (i < kinds.length && (columns[i] < 0 || matches[i] >= line[0]));
    return line;
  }
};
function widthOf(text, start, end) {
  let width = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 9) width += 8 - width % 8;
    else if (code === 12 || code === 65279) width = 0;
    else width++;
  }
  return width;
}

// server/src/python/parser.ts
var MAX_DEPTH = 400;
var MAX_FIELD_DEPTH = 4;
function parsePython(text, partEnds = [text.length]) {
  const lines = readLines(text, partEnds);
  const calls = [];
  const body = new Parser(text, lines, calls, 0).parseStatements();
  const module2 = { kind: "module", start: 0, end: text.length, parent: void 0, body };
  adopt(module2, body);
  calls.sort((a, b) => a.open - b.open);
  return { text, module: module2, calls, comments: lines.comments };
}
var precedences = new Uint8Array(256);
var COMPARE = 4;
var BITWISE_OR = 5;
[
  [186 /* Or */],
  [160 /* And */],
  [],
  [
    132 /* Equal */,
    133 /* NotEqual */,
    60 /* Less */,
    134 /* LessEqual */,
    62 /* Greater */,
    135 /* GreaterEqual */,
    180 /* In */,
    181 /* Is */,
    185 /* Not */
  ],
  [124 /* Bar */],
  [94 /* Caret */],
  [38 /* Ampersand */],
  [130 /* ShiftLeft */, 131 /* ShiftRight */],
  [43 /* Plus */, 45 /* Minus */],
  [42 /* Star */, 47 /* Slash */, 129 /* DoubleSlash */, 37 /* Percent */, 64 /* At */]
].forEach((kinds, i) => {
  for (const kind of kinds) precedences[kind] = i + 1;
});
var operandStarts2 = new Uint8Array(256);
for (const kind of [
  6 /* Name */,
  7 /* Number */,
  8 /* String */,
  9 /* OpenString */,
  40 /* OpenParen */,
  91 /* OpenSquare */,
  123 /* OpenBrace */,
  138 /* Ellipsis */,
  43 /* Plus */,
  45 /* Minus */,
  126 /* Tilde */,
  42 /* Star */,
  128 /* DoubleStar */,
  164 /* Await */,
  173 /* False */,
  182 /* Lambda */,
  183 /* None */,
  185 /* Not */,
  190 /* True */,
  194 /* Yield */
])
  operandStarts2[kind] = 1;
var simpleKeywords = {
  [189 /* Return */]: "return",
  [188 /* Raise */]: "raise",
  [162 /* Assert */]: "assert",
  [169 /* Del */]: "del",
  [177 /* Global */]: "global",
  [184 /* Nonlocal */]: "nonlocal",
  [187 /* Pass */]: "pass",
  [165 /* Break */]: "break",
  [167 /* Continue */]: "continue"
};
var blockKeywords = {
  [178 /* If */]: "if",
  [170 /* Elif */]: "elif",
  [171 /* Else */]: "else",
  [175 /* For */]: "for",
  [192 /* While */]: "while",
  [191 /* Try */]: "try",
  [172 /* Except */]: "except",
  [174 /* Finally */]: "finally",
  [193 /* With */]: "with"
};
function adopt(parent, children) {
  for (const child of children) adoptOne(parent, child);
}
function adoptOne(parent, child) {
  if (!child) return;
  child.parent = parent;
  if (child.start < parent.start) parent.start = child.start;
  if (child.end > parent.end) parent.end = child.end;
}
var closesAs = { list: "list", set: "set", dict: "set", generator: void 0 };
var Parser = class _Parser {
  constructor(text, lines, calls, fieldDepth) {
    this.text = text;
    this.lines = lines;
    this.calls = calls;
    this.fieldDepth = fieldDepth;
    this.kinds = lines.kinds;
    this.starts = lines.starts;
    this.ends = lines.ends;
  }
  text;
  lines;
  calls;
  fieldDepth;
  index = 0;
  /** The token at which the innermost bracket or the logical line ends. */
  limit = 0;
  depth = 0;
  kinds;
  starts;
  ends;
  // -------------------------------------------------------------- Tokens
  kind() {
    return this.index < this.limit ? this.kinds[this.index] : 0 /* End */;
  }
  kindAfter(count) {
    return this.index + count < this.limit ? this.kinds[this.index + count] : 0 /* End */;
  }
  /** Start of the next token, wherever it belongs; the end of the last one behind all. */
  position() {
    return this.index < this.limit ? this.starts[this.index] : this.lastEnd();
  }
  lastEnd() {
    return this.index > 0 ? this.ends[this.index - 1] : 0;
  }
  slice(i) {
    return this.text.slice(this.starts[i], this.ends[i]);
  }
  word() {
    return this.slice(this.index++);
  }
  take(kind) {
    if (this.kind() !== kind) return false;
    this.index++;
    return true;
  }
  /** Passes over a token and, if it is a bracket, over what it holds. */
  skip() {
    const stop = this.lines.stops[this.index];
    if (stop < 0) this.index++;
    else this.index = Math.min(stop + (this.lines.closed[this.index] ? 1 : 0), this.limit);
  }
  /** Reads what a bracket holds. Returns the offset of its closing bracket, or -1. */
  within(read) {
    const opener = this.index++;
    const { limit } = this;
    const stop = this.lines.stops[opener];
    this.limit = stop;
    read();
    this.limit = limit;
    this.index = stop;
    if (!this.lines.closed[opener]) return -1;
    this.index++;
    return this.starts[stop];
  }
  /** Reads parts between commas until the limit or a stop; what is no part is passed over. */
  list(read, stop = 0 /* End */) {
    while (this.index < this.limit && this.kind() !== stop) {
      const before = this.index;
      read();
      if (this.kind() === 44 /* Comma */) this.index++;
      else if (this.index === before) this.skip();
    }
  }
  missing(start = this.lastEnd(), end = start) {
    return { kind: "missing", start, end, parent: void 0 };
  }
  // -------------------------------------------------------------- Statements
  parseStatements() {
    const { first, indents, parts } = this.lines;
    const top = [];
    const open = [];
    let decorators = [];
    const close = (indent) => {
      while (open.length > 0 && open.at(-1).indent >= indent) {
        const block = open.pop();
        adopt(block, block.body);
      }
    };
    for (let line = 0; line < first.length; line++) {
      const indent = indents[line];
      this.index = first[line];
      this.limit = first[line + 1] ?? this.kinds.length;
      if (parts.has(this.index)) close(0);
      else close(indent);
      const body = open.at(-1)?.body ?? top;
      const kind = this.kind();
      if (kind === 64 /* At */ && this.kindAfter(1) !== 0 /* End */) {
        const start = this.position();
        this.index++;
        decorators.push({ start, indent, value: this.parseNamed() });
        continue;
      }
      const defines = kind === 168 /* Def */ || kind === 166 /* Class */ || kind === 163 /* Async */;
      if (!defines) {
        for (const { start, value } of decorators) body.push(this.decoration(start, indent, value));
        decorators = [];
      }
      const statement = this.parseHeader(indent, decorators, open.at(-1));
      decorators = [];
      if (statement) {
        body.push(statement);
        this.parseLine(indent, statement.body);
        statement.end = this.lastEnd();
        open.push(statement);
      } else this.parseLine(indent, body);
    }
    close(0);
    for (const { start, indent, value } of decorators) top.push(this.decoration(start, indent, value));
    return top;
  }
  /** An expression that stands alone in a field of an f-string. */
  parseField() {
    this.limit = this.lines.first[1] ?? this.kinds.length;
    return this.index < this.limit ? this.parseExpressions() : void 0;
  }
  decoration(start, indent, value) {
    const node = {
      kind: "simple",
      start,
      end: value.end,
      parent: void 0,
      indent,
      keyword: "@",
      values: [value]
    };
    adoptOne(node, value);
    return node;
  }
  /** The simple statements that remain of a line. */
  parseLine(indent, body) {
    while (this.index < this.limit) {
      const before = this.index;
      const kind = this.kind();
      if (kind === 59 /* Semicolon */) this.index++;
      else if (kind === 179 /* Import */ || kind === 176 /* From */) body.push(this.parseImport(indent));
      else if (simpleKeywords[kind]) body.push(this.parseSimple(indent, simpleKeywords[kind]));
      else if (operandStarts2[kind] === 1) body.push(this.parseAssignment(indent));
      if (this.index === before) this.skip();
    }
  }
  parseSimple(indent, keyword) {
    const start = this.position();
    this.index++;
    const values = [];
    if (keyword === "return") {
      if (this.startsOperand()) values.push(this.parseExpressions());
    } else {
      while (this.startsOperand()) {
        values.push(this.parseNamed());
        if (!this.take(44 /* Comma */) && !this.take(176 /* From */)) break;
      }
    }
    const node = {
      kind: "simple",
      start,
      end: this.lastEnd(),
      parent: void 0,
      indent,
      keyword,
      values
    };
    adopt(node, values);
    return node;
  }
  parseAssignment(indent) {
    const start = this.position();
    const targets = [];
    let value = this.parseExpressions();
    let annotation;
    let operator = "=";
    if (this.kind() === 58 /* Colon */ && value.kind !== "tuple") {
      this.index++;
      annotation = this.parseNamed();
      targets.push(value);
      value = this.take(61 /* Assign */) ? this.parseExpressions() : void 0;
    } else if (this.kind() === 139 /* AugmentedAssign */) {
      operator = this.word();
      targets.push(value);
      value = this.parseExpressions();
    }
    while (value && this.take(61 /* Assign */)) {
      targets.push(value);
      value = this.parseExpressions();
    }
    const end = this.lastEnd();
    const base = { start, end, parent: void 0, indent };
    if (targets.length === 0) {
      const node2 = { kind: "expression", ...base, value };
      adoptOne(node2, value);
      return node2;
    }
    const node = { kind: "assignment", ...base, targets, operator, annotation, value };
    adopt(node, targets);
    adopt(node, [annotation, value]);
    return node;
  }
  parseImport(indent) {
    const start = this.position();
    let from;
    let fromStart = -1;
    let fromEnd = -1;
    let star = false;
    const names = [];
    const readNames = () => this.list(() => {
      if (this.take(42 /* Star */)) star = true;
      else if (this.kind() === 6 /* Name */) names.push(this.parseImportedName());
    }, 59 /* Semicolon */);
    if (this.take(176 /* From */)) {
      fromStart = this.position();
      from = this.dottedName();
      fromEnd = Math.max(this.lastEnd(), fromStart);
    }
    if (this.take(179 /* Import */)) {
      if (this.kind() === 40 /* OpenParen */) this.within(readNames);
      else readNames();
      if (names.length === 0 && !star) {
        const at = this.lastEnd();
        names.push({ start: at, end: at, name: "", nameEnd: at, alias: void 0, aliasStart: -1 });
      }
    }
    const base = { start, end: this.lastEnd(), parent: void 0, indent };
    return { kind: "import", ...base, from, fromStart, fromEnd, names, star };
  }
  parseImportedName() {
    const start = this.position();
    const name = this.dottedName();
    const nameEnd = this.lastEnd();
    let alias;
    let aliasStart = -1;
    if (this.take(161 /* As */)) {
      aliasStart = this.kind() === 6 /* Name */ ? this.position() : this.lastEnd();
      alias = this.kind() === 6 /* Name */ ? this.word() : "";
    }
    return { start, end: this.lastEnd(), name, nameEnd, alias, aliasStart };
  }
  dottedName() {
    let name = "";
    for (; ; ) {
      const kind = this.kind();
      if (kind === 6 /* Name */) {
        if (name !== "" && !name.endsWith(".")) return name;
      } else if (kind !== 46 /* Dot */ && kind !== 138 /* Ellipsis */) return name;
      name += this.word();
    }
  }
  // -------------------------------------------------------------- Blocks
  /** The statement that a line opens, with what stands behind its colon still to read. */
  parseHeader(indent, decorators, around) {
    const start = decorators[0]?.start ?? this.position();
    const values = decorators.map(({ value }) => value);
    const kind = this.kind() === 163 /* Async */ ? this.kindAfter(1) : this.kind();
    const keyword = kind === 6 /* Name */ ? this.softKeyword(around) : blockKeywords[kind];
    if (!keyword && kind !== 168 /* Def */ && kind !== 166 /* Class */) return void 0;
    this.take(163 /* Async */);
    this.index++;
    const node = keyword ? this.parseBlockHeader(start, indent, keyword) : kind === 168 /* Def */ ? this.parseFunctionHeader(start, indent, values) : this.parseClassHeader(start, indent, values);
    while (this.index < this.limit && !this.take(58 /* Colon */)) this.skip();
    return node;
  }
  /** `match` and `case` are keywords only where a colon makes them so. */
  softKeyword(around) {
    const next = this.kindAfter(1);
    if (this.ends[this.index] - this.starts[this.index] > 5 || operandStarts2[next] !== 1) return void 0;
    const word = this.slice(this.index);
    if (word === "match" && this.kinds[this.limit - 1] === 58 /* Colon */) return "match";
    const inMatch = around?.kind === "block" && around.keyword === "match";
    return word === "case" && inMatch ? "case" : void 0;
  }
  parseFunctionHeader(start, indent, decorators) {
    const nameStart = this.position();
    const name = this.kind() === 6 /* Name */ ? this.word() : "";
    if (this.kind() === 91 /* OpenSquare */) this.skip();
    let parameters = [];
    if (this.kind() === 40 /* OpenParen */) {
      this.within(() => {
        parameters = this.parseParameters(0 /* End */, true);
      });
    }
    const returns = this.take(136 /* Arrow */) ? this.parseNamed() : void 0;
    const base = { start, end: this.lastEnd(), parent: void 0, indent };
    const node = {
      kind: "function",
      ...base,
      name,
      nameStart,
      decorators,
      parameters,
      returns,
      body: []
    };
    adopt(node, decorators);
    adopt(node, parameters);
    adoptOne(node, returns);
    return node;
  }
  parseClassHeader(start, indent, decorators) {
    const nameStart = this.position();
    const name = this.kind() === 6 /* Name */ ? this.word() : "";
    if (this.kind() === 91 /* OpenSquare */) this.skip();
    const args = [];
    if (this.kind() === 40 /* OpenParen */) this.within(() => this.parseArguments(args, []));
    const base = { start, end: this.lastEnd(), parent: void 0, indent };
    const node = {
      kind: "class",
      ...base,
      name,
      nameStart,
      decorators,
      arguments: args,
      body: []
    };
    adopt(node, decorators);
    adopt(node, args);
    return node;
  }
  parseBlockHeader(start, indent, keyword) {
    let target;
    let value;
    const items = [];
    switch (keyword) {
      case "for":
        target = this.parseTargets();
        value = this.take(180 /* In */) ? this.parseExpressions() : void 0;
        break;
      case "with":
        this.parseItems(items);
        break;
      case "except":
        this.take(42 /* Star */);
        if (this.startsOperand()) value = this.parseExpressions();
        if (this.take(161 /* As */)) target = this.parseTarget();
        break;
      case "case":
        target = this.parsePattern();
        value = this.take(178 /* If */) ? this.parseNamed() : void 0;
        break;
      case "else":
      case "try":
      case "finally":
        break;
      default:
        value = this.parseExpressions();
    }
    const base = { start, end: this.lastEnd(), parent: void 0, indent };
    const node = { kind: "block", ...base, keyword, target, value, items, body: [] };
    adopt(node, [target, value, ...items]);
    return node;
  }
  parseItems(items) {
    const read = () => {
      if (!this.startsOperand()) return;
      const start = this.position();
      const value = this.parseNamed();
      const target = this.take(161 /* As */) ? this.parseTarget() : void 0;
      const node = {
        kind: "item",
        start,
        end: this.lastEnd(),
        parent: void 0,
        value,
        target
      };
      adopt(node, [value, target]);
      items.push(node);
    };
    const stop = this.lines.stops[this.index];
    const bracketed = this.kind() === 40 /* OpenParen */ && (stop + 1 >= this.limit || this.kinds[stop + 1] === 58 /* Colon */);
    if (bracketed) this.within(() => this.list(read));
    else this.list(read, 58 /* Colon */);
  }
  /** The names that a pattern binds. What looks like a call in a pattern is none. */
  parsePattern() {
    const start = this.position();
    const elements = [];
    let inside = 0;
    for (; this.index < this.limit; this.index++) {
      const kind = this.kinds[this.index];
      inside = Math.max(inside, this.lines.stops[this.index]);
      if (this.index >= inside && (kind === 178 /* If */ || kind === 58 /* Colon */)) break;
      const next = this.kindAfter(1);
      const binds = next !== 40 /* OpenParen */ && next !== 46 /* Dot */ && next !== 61 /* Assign */;
      if (kind === 6 /* Name */ && binds && this.kinds[this.index - 1] !== 46 /* Dot */)
        elements.push(this.nameNode(this.index));
    }
    const end = Math.max(start, this.lastEnd());
    const node = { kind: "tuple", start, end, parent: void 0, elements, close: -1 };
    adopt(node, elements);
    return node;
  }
  // -------------------------------------------------------------- Expressions
  startsOperand() {
    return operandStarts2[this.kind()] === 1;
  }
  /** One expression or, with commas, a tuple without brackets. */
  parseExpressions() {
    return this.parseTuple(() => this.parseNamed());
  }
  /** What `for` binds. */
  parseTargets() {
    return this.parseTuple(() => this.parseTarget());
  }
  parseTarget() {
    return this.kind() === 42 /* Star */ ? this.parseStarred() : this.parseBinary(BITWISE_OR);
  }
  parseStarred() {
    const start = this.position();
    this.index++;
    const value = this.parseBinary(BITWISE_OR);
    const node = { kind: "starred", start, end: this.lastEnd(), parent: void 0, value };
    adoptOne(node, value);
    return node;
  }
  parseTuple(read) {
    const start = this.position();
    const first = read();
    if (this.kind() !== 44 /* Comma */) return first;
    const elements = [first];
    while (this.take(44 /* Comma */) && this.startsOperand()) elements.push(read());
    const node = {
      kind: "tuple",
      start,
      end: this.lastEnd(),
      parent: void 0,
      elements,
      close: -1
    };
    adopt(node, elements);
    return node;
  }
  /** An expression, perhaps starred or with a walrus. */
  parseNamed() {
    const start = this.position();
    const kind = this.kind();
    if (kind === 42 /* Star */ || kind === 128 /* DoubleStar */) return this.parseStarred();
    const target = this.parseTest();
    if (!this.take(137 /* Walrus */)) return target;
    const value = this.parseTest();
    const node = {
      kind: "walrus",
      start,
      end: this.lastEnd(),
      parent: void 0,
      target,
      value
    };
    adopt(node, [target, value]);
    return node;
  }
  /** Conditionals, lambdas and all that binds tighter. */
  parseTest() {
    if (this.depth >= MAX_DEPTH) return this.tooDeep();
    this.depth++;
    const node = this.kind() === 182 /* Lambda */ ? this.parseLambda() : this.parseConditional();
    this.depth--;
    return node;
  }
  tooDeep() {
    const start = this.position();
    this.index = Math.max(this.index, this.limit);
    return this.missing(start, Math.max(start, this.lastEnd()));
  }
  parseConditional() {
    const start = this.position();
    const body = this.parseBinary(1);
    if (this.kind() !== 178 /* If */ || this.inGenerator) return body;
    this.index++;
    const test = this.parseBinary(1);
    const otherwise = this.take(171 /* Else */) ? this.parseTest() : this.missing();
    const node = {
      kind: "conditional",
      start,
      end: this.lastEnd(),
      parent: void 0,
      body,
      test,
      otherwise
    };
    adopt(node, [body, test, otherwise]);
    return node;
  }
  /** Set while the iterable and the conditions of a comprehension are read, outside further brackets. */
  inGenerator = false;
  parseLambda() {
    const start = this.position();
    this.index++;
    const parameters = this.parseParameters(58 /* Colon */, false);
    const body = this.take(58 /* Colon */) ? this.parseTest() : this.missing();
    const node = {
      kind: "lambda",
      start,
      end: this.lastEnd(),
      parent: void 0,
      parameters,
      body
    };
    adopt(node, parameters);
    adoptOne(node, body);
    return node;
  }
  parseParameters(stop, annotated) {
    const parameters = [];
    this.list(() => {
      const start = this.position();
      const star = this.take(42 /* Star */) ? "*" : this.take(128 /* DoubleStar */) ? "**" : "";
      if (this.kind() !== 6 /* Name */) return;
      const nameStart = this.position();
      const name = this.word();
      const annotation = annotated && this.take(58 /* Colon */) ? this.parseNamed() : void 0;
      const value = this.take(61 /* Assign */) ? this.parseTest() : void 0;
      const node = {
        kind: "parameter",
        start,
        end: this.lastEnd(),
        parent: void 0,
        star,
        name,
        nameStart,
        annotation,
        default: value
      };
      adopt(node, [annotation, value]);
      parameters.push(node);
    }, stop);
    return parameters;
  }
  /** Operators that bind at least as tightly as given. */
  parseBinary(loosest) {
    const start = this.position();
    let left = this.parseUnary();
    for (; ; ) {
      const precedence = this.operatorPrecedence();
      if (precedence < loosest || precedence === 0) return left;
      const operands = [left];
      const operators = [];
      do {
        operators.push(this.parseOperator());
        operands.push(this.parseBinary(precedence + 1));
      } while (this.operatorPrecedence() === precedence);
      const kind = precedence <= 2 ? "boolean" : precedence === COMPARE ? "compare" : "binary";
      const node = {
        kind,
        start,
        end: this.lastEnd(),
        parent: void 0,
        operators,
        operands
      };
      adopt(node, operands);
      left = node;
    }
  }
  operatorPrecedence() {
    const kind = this.kind();
    if (kind === 185 /* Not */) return this.kindAfter(1) === 180 /* In */ ? COMPARE : 0;
    return precedences[kind];
  }
  parseOperator() {
    const first = this.kind();
    const operator = this.word();
    const second = this.kind();
    if (first === 185 /* Not */ && second === 180 /* In */) this.index++;
    else if (first === 181 /* Is */ && second === 185 /* Not */) {
      this.index++;
      return "is not";
    }
    return first === 185 /* Not */ ? "not in" : operator;
  }
  parseUnary() {
    if (this.depth >= MAX_DEPTH) return this.tooDeep();
    const start = this.position();
    const kind = this.kind();
    if (kind !== 45 /* Minus */ && kind !== 43 /* Plus */ && kind !== 126 /* Tilde */ && kind !== 185 /* Not */)
      return this.parsePower();
    this.depth++;
    const operator = this.word();
    const operand = kind === 185 /* Not */ ? this.parseBinary(COMPARE) : this.parseUnary();
    this.depth--;
    const node = {
      kind: "unary",
      start,
      end: this.lastEnd(),
      parent: void 0,
      operator,
      operand
    };
    adoptOne(node, operand);
    return node;
  }
  parsePower() {
    const start = this.position();
    const left = this.parsePrimary();
    if (this.kind() !== 128 /* DoubleStar */) return left;
    this.depth++;
    const operators = [this.word()];
    const operands = [left, this.parseUnary()];
    this.depth--;
    const node = {
      kind: "binary",
      start,
      end: this.lastEnd(),
      parent: void 0,
      operators,
      operands
    };
    adopt(node, operands);
    return node;
  }
  /** An atom with the attributes, calls and subscripts behind it. */
  parsePrimary() {
    const start = this.position();
    let node = this.parseAtom();
    if (node.kind === "missing") return node;
    for (; ; ) {
      switch (this.kind()) {
        case 46 /* Dot */:
          node = this.parseAttribute(start, node);
          break;
        case 40 /* OpenParen */:
          node = this.parseCall(start, node);
          break;
        case 91 /* OpenSquare */:
          node = this.parseSubscript(start, node);
          break;
        default:
          return node;
      }
    }
  }
  parseAttribute(start, object) {
    this.index++;
    let nameStart = this.lastEnd();
    let name = "";
    const kind = this.kind();
    const adjacent = this.position() === nameStart;
    const isName = kind === 6 /* Name */ && (adjacent || this.kindAfter(1) !== 61 /* Assign */) || kind >= 160 /* And */ && adjacent;
    if (isName) {
      nameStart = this.position();
      name = this.word();
    }
    const node = {
      kind: "attribute",
      start,
      end: this.lastEnd(),
      parent: void 0,
      object,
      name,
      nameStart
    };
    adoptOne(node, object);
    return node;
  }
  parseCall(start, callee) {
    const open = this.position();
    const stop = this.lines.stops[this.index];
    const args = [];
    const separators = [];
    const close = this.within(() => this.parseArguments(args, separators));
    const complete = close >= 0 && args.every(({ value }) => value.kind !== "missing");
    const node = {
      kind: "call",
      start,
      end: this.lastEnd(),
      parent: void 0,
      callee,
      arguments: args,
      open,
      close,
      argumentsEnd: this.starts[stop] ?? this.text.length,
      separators,
      complete
    };
    adoptOne(node, callee);
    adopt(node, args);
    this.calls.push(node);
    return node;
  }
  parseArguments(args, separators) {
    const { inGenerator } = this;
    this.inGenerator = false;
    let expected = true;
    while (this.index < this.limit) {
      const kind = this.kind();
      if (kind === 44 /* Comma */) {
        if (expected) args.push(this.argument("positional", this.lastEnd(), void 0, -1, this.missing()));
        separators.push(this.position());
        this.index++;
        expected = true;
      } else if (operandStarts2[kind] === 1 || this.isKeywordArgument()) {
        args.push(this.parseArgument());
        expected = false;
      } else this.skip();
    }
    this.inGenerator = inGenerator;
  }
  /** Any word counts: `lambda=1` is no Python, but what was meant is clear. */
  isKeywordArgument() {
    const kind = this.kind();
    return (kind === 6 /* Name */ || kind >= 160 /* And */) && this.kindAfter(1) === 61 /* Assign */;
  }
  parseArgument() {
    const start = this.position();
    if (this.isKeywordArgument()) {
      const name = this.word();
      const nameEnd = this.lastEnd();
      this.index++;
      const value2 = this.startsOperand() && !this.isKeywordArgument() ? this.parseNamed() : this.missing();
      return this.argument("keyword", start, name, nameEnd, value2);
    }
    if (this.kind() === 42 /* Star */ || this.kind() === 128 /* DoubleStar */) {
      const kind = this.word() === "*" ? "star" : "doubleStar";
      return this.argument(kind, start, void 0, -1, this.parseTest());
    }
    const value = this.parseNamed();
    return this.argument("positional", start, void 0, -1, this.parseGenerators("generator", start, value));
  }
  argument(kind, start, name, nameEnd, value) {
    const end = Math.max(this.lastEnd(), start);
    const node = { kind, start, end, parent: void 0, name, nameEnd, value };
    adoptOne(node, value);
    return node;
  }
  parseSubscript(start, object) {
    const indices = [];
    const close = this.bracketed(() => this.list(() => this.parseIndex(indices)));
    const node = {
      kind: "subscript",
      start,
      end: this.lastEnd(),
      parent: void 0,
      object,
      indices,
      close
    };
    adoptOne(node, object);
    adopt(node, indices);
    return node;
  }
  parseIndex(indices) {
    const start = this.position();
    const parts = [];
    if (this.startsOperand()) parts.push(this.parseNamed());
    if (this.kind() !== 58 /* Colon */) {
      indices.push(...parts);
      return;
    }
    while (this.take(58 /* Colon */)) if (this.startsOperand()) parts.push(this.parseTest());
    const node = { kind: "slice", start, end: this.lastEnd(), parent: void 0, parts };
    adopt(node, parts);
    indices.push(node);
  }
  /** As `within`, where conditionals are whole again. */
  bracketed(read) {
    const { inGenerator } = this;
    this.inGenerator = false;
    const close = this.within(read);
    this.inGenerator = inGenerator;
    return close;
  }
  // -------------------------------------------------------------- Atoms
  parseAtom() {
    const start = this.position();
    const kind = this.kind();
    switch (kind) {
      case 6 /* Name */:
        return this.nameNode(this.index++);
      case 7 /* Number */: {
        const text = this.word();
        return { kind: "number", start, end: this.lastEnd(), parent: void 0, text };
      }
      case 8 /* String */:
      case 9 /* OpenString */:
        return this.parseString();
      case 190 /* True */:
      case 173 /* False */:
      case 183 /* None */:
      case 138 /* Ellipsis */: {
        const value = this.word();
        return { kind: "constant", start, end: this.lastEnd(), parent: void 0, value };
      }
      case 40 /* OpenParen */:
        return this.parseParenthesised();
      case 91 /* OpenSquare */:
        return this.parseSequence("list");
      case 123 /* OpenBrace */:
        return this.parseBraces();
      case 164 /* Await */: {
        this.index++;
        this.depth++;
        const value = this.parseUnary();
        this.depth--;
        const node = { kind: "await", start, end: this.lastEnd(), parent: void 0, value };
        adoptOne(node, value);
        return node;
      }
      case 194 /* Yield */: {
        this.index++;
        this.take(176 /* From */);
        this.depth++;
        const value = !this.startsOperand() ? void 0 : this.depth >= MAX_DEPTH ? this.tooDeep() : this.parseExpressions();
        this.depth--;
        const node = { kind: "yield", start, end: this.lastEnd(), parent: void 0, value };
        adoptOne(node, value);
        return node;
      }
      case 182 /* Lambda */:
        return this.parseTest();
      default:
        return this.missing();
    }
  }
  nameNode(index) {
    return {
      kind: "name",
      start: this.starts[index],
      end: this.ends[index],
      parent: void 0,
      name: this.slice(index)
    };
  }
  parseParenthesised() {
    const start = this.position();
    const elements = [];
    let commas = 0;
    const close = this.bracketed(() => {
      while (this.index < this.limit) {
        if (this.take(44 /* Comma */)) commas++;
        else if (this.startsOperand()) elements.push(this.parseElement("generator"));
        else this.skip();
      }
    });
    if (elements.length === 1 && commas === 0) return elements[0];
    const end = this.lastEnd();
    if (elements.length === 0 && close < 0) return this.missing(start, end);
    const node = { kind: "tuple", start, end, parent: void 0, elements, close };
    adopt(node, elements);
    return node;
  }
  parseElement(form) {
    const start = this.position();
    return this.parseGenerators(form, start, this.parseNamed());
  }
  parseSequence(kind) {
    const start = this.position();
    const elements = [];
    const close = this.bracketed(
      () => this.list(() => {
        if (this.startsOperand()) elements.push(this.parseElement(kind));
      })
    );
    return this.sequence(kind, start, close, elements);
  }
  /** `[x for …]` is read as a list that holds a comprehension; the brackets are the comprehension's. */
  sequence(kind, start, close, elements) {
    const end = this.lastEnd();
    const [only] = elements;
    if (elements.length === 1 && only?.kind === "comprehension" && closesAs[only.form] === kind)
      return Object.assign(only, { start, end });
    const node = { kind, start, end, parent: void 0, elements, close };
    adopt(node, elements);
    return node;
  }
  parseBraces() {
    const start = this.position();
    const elements = [];
    const entries = [];
    const close = this.bracketed(
      () => this.list(() => {
        const at = this.position();
        if (this.take(128 /* DoubleStar */)) entries.push(this.entry(at, void 0, this.parseTest()));
        else if (this.startsOperand()) {
          const key = this.parseNamed();
          if (!this.take(58 /* Colon */)) {
            elements.push(this.parseGenerators("set", at, key));
            return;
          }
          const entry = this.entry(at, key, this.startsOperand() ? this.parseNamed() : this.missing());
          const whole = this.parseGenerators("dict", at, entry);
          if (whole.kind === "entry") entries.push(whole);
          else elements.push(whole);
        }
      })
    );
    const end = this.lastEnd();
    if (elements.length > 0 && entries.length === 0) return this.sequence("set", start, close, elements);
    for (const key of elements) entries.push(this.entry(key.start, key, this.missing(key.end), key.end));
    entries.sort((a, b) => a.start - b.start);
    const node = { kind: "dict", start, end, parent: void 0, entries, close };
    adopt(node, entries);
    return node;
  }
  entry(start, key, value, end = this.lastEnd()) {
    const node = { kind: "entry", start, end, parent: void 0, key, value };
    adopt(node, [key, value]);
    return node;
  }
  /** The comprehension that an element begins, or the element. */
  parseGenerators(form, start, element) {
    const generators = [];
    while (this.kind() === 175 /* For */ || this.kind() === 163 /* Async */ && this.kindAfter(1) === 175 /* For */)
      generators.push(this.parseGenerator());
    if (generators.length === 0) return element;
    const end = this.lastEnd();
    const node = {
      kind: "comprehension",
      start,
      end,
      parent: void 0,
      form,
      element,
      generators
    };
    adoptOne(node, element);
    adopt(node, generators);
    return node;
  }
  parseGenerator() {
    const start = this.position();
    this.take(163 /* Async */);
    this.index++;
    const { inGenerator } = this;
    const target = this.parseTargets();
    this.inGenerator = true;
    const iterable = this.take(180 /* In */) ? this.parseTest() : this.missing();
    const conditions = [];
    while (this.take(178 /* If */)) conditions.push(this.parseNamed());
    this.inGenerator = inGenerator;
    const end = this.lastEnd();
    const node = {
      kind: "generator",
      start,
      end,
      parent: void 0,
      target,
      iterable,
      conditions
    };
    adopt(node, [target, iterable, ...conditions]);
    return node;
  }
  parseString() {
    const start = this.position();
    const parts = [];
    const fields = [];
    while (this.kind() === 8 /* String */ || this.kind() === 9 /* OpenString */) {
      const part = this.stringPart(this.index, this.kind() === 8 /* String */);
      parts.push(part);
      if (/[ft]/.test(part.prefix) && this.fieldDepth < MAX_FIELD_DEPTH) this.parseFields(part, fields);
      this.index++;
    }
    const node = {
      kind: "string",
      start,
      end: this.lastEnd(),
      parent: void 0,
      parts,
      fields
    };
    adopt(node, fields);
    return node;
  }
  stringPart(index, closed) {
    const start = this.starts[index];
    const end = this.ends[index];
    let quoteAt = start;
    while (this.text.charCodeAt(quoteAt) !== 34 && this.text.charCodeAt(quoteAt) !== 39) quoteAt++;
    const mark = this.text.charAt(quoteAt);
    const triple = mark.repeat(3);
    const quote = this.text.startsWith(triple, quoteAt) ? triple : mark;
    return {
      start,
      end,
      prefix: this.text.slice(start, quoteAt).toLowerCase(),
      quote,
      bodyStart: Math.min(quoteAt + quote.length, end),
      bodyEnd: closed ? end - quote.length : end,
      closed
    };
  }
  /** The expressions in the braces of an f-string. */
  parseFields(part, fields) {
    const { text } = this;
    const quote = part.quote.length === 1 ? part.quote.charCodeAt(0) : 0;
    for (let at = text.indexOf("{", part.bodyStart); at >= 0 && at < part.bodyEnd; at = text.indexOf("{", at)) {
      if (text.charAt(at + 1) === "{") {
        at += 2;
        continue;
      }
      const end = fieldEnd(text, at, part.bodyEnd, quote);
      if (end < 0) return;
      const lines = readLines(text, [end - 1], at + 1);
      const field = new _Parser(text, lines, this.calls, this.fieldDepth + 1).parseField();
      if (field) fields.push(field);
      at = end;
    }
  }
};

// server/src/python/tree.ts
var NONE = [];
var present = (...nodes) => nodes.filter((node) => node !== void 0);
function childrenOf(node) {
  switch (node.kind) {
    case "module":
      return node.body;
    case "expression":
    case "positional":
    case "keyword":
    case "star":
    case "doubleStar":
    case "starred":
    case "await":
      return [node.value];
    case "assignment":
      return present(...node.targets, node.annotation, node.value);
    case "function":
      return present(...node.decorators, ...node.parameters, node.returns, ...node.body);
    case "class":
      return [...node.decorators, ...node.arguments, ...node.body];
    case "block":
      return present(node.target, node.value, ...node.items, ...node.body);
    case "item":
      return present(node.value, node.target);
    case "simple":
      return node.values;
    case "attribute":
      return [node.object];
    case "call":
      return [node.callee, ...node.arguments];
    case "subscript":
      return [node.object, ...node.indices];
    case "slice":
      return node.parts;
    case "string":
      return node.fields;
    case "list":
    case "tuple":
    case "set":
      return node.elements;
    case "dict":
      return node.entries;
    case "entry":
      return present(node.key, node.value);
    case "unary":
      return [node.operand];
    case "binary":
    case "compare":
    case "boolean":
      return node.operands;
    case "conditional":
      return [node.body, node.test, node.otherwise];
    case "lambda":
      return [...node.parameters, node.body];
    case "parameter":
      return present(node.annotation, node.default);
    case "comprehension":
      return [node.element, ...node.generators];
    case "generator":
      return [node.target, node.iterable, ...node.conditions];
    case "yield":
      return present(node.value);
    case "walrus":
      return [node.target, node.value];
    case "import":
    case "name":
    case "number":
    case "constant":
    case "missing":
      return NONE;
  }
}
function* walk(root) {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    const children = childrenOf(node);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
}
function nodeAt(tree, offset) {
  let node = tree.module;
  for (; ; ) {
    const below = childrenOf(node).findLast((n2) => n2.start <= offset && offset <= n2.end);
    if (!below) return node;
    node = below;
  }
}
function isStatement(node) {
  switch (node.kind) {
    case "expression":
    case "assignment":
    case "import":
    case "function":
    case "class":
    case "block":
    case "simple":
      return true;
    default:
      return false;
  }
}

// server/src/python/names.ts
var MAX_STEPS = 100;
var MAX_BINDINGS = 100;
function resolve(tree, expression) {
  return resolveFrom(tree, expression, MAX_STEPS);
}
function resolveFrom(tree, expression, steps) {
  const path = [];
  let node = expression;
  for (; node.kind === "attribute"; node = node.object) {
    if (node.name === "") return void 0;
    path.push(node.name);
  }
  if (node.kind !== "name") return void 0;
  const root = resolveName(tree, node, steps);
  if (root === void 0) return void 0;
  path.push(root);
  return path.reverse().join(".");
}
function resolveName(tree, name, steps) {
  const bindings = bindingsOf(tree, name);
  if (!bindings) return builtins.has(name.name) && !namesOf(tree).star ? `builtins.${name.name}` : void 0;
  if (steps === 0 || bindings.length > MAX_BINDINGS) return void 0;
  const targets = new Set(bindings.map((binding) => targetOf(tree, binding, steps)));
  const [target] = targets;
  if (targets.size === 1) return target;
  const tried = bindings.filter((binding) => !isFallback(binding));
  const standIns = bindings.filter(isFallback);
  const first = new Set(tried.map((binding) => binding.target));
  const certain = first.size === 1 && standIns.every(({ kind, value }) => kind === "import" || value?.kind === "constant");
  return certain ? [...first][0] : void 0;
}
var aliases = /* @__PURE__ */ new WeakMap();
function targetOf(tree, binding, steps) {
  const { kind, target, value } = binding;
  if (kind !== "assignment" || !value) return target;
  if (!aliases.has(binding)) {
    aliases.set(binding, void 0);
    aliases.set(binding, resolveFrom(tree, value, steps - 1));
  }
  return aliases.get(binding);
}
var isFallback = ({ node }) => blockOf(node)?.keyword === "except";
function bindingOf(tree, name) {
  const bindings = bindingsOf(tree, name);
  return bindings?.length === 1 ? bindings[0] : void 0;
}
function bindingsOf(tree, name) {
  let deferred = false;
  for (let scope = scopeOf(name), inner = true; scope; scope = scopeAround(scope)) {
    if (inner || scope.kind !== "class") {
      const bindings = bindingsIn(tree, scope).get(name.name);
      if (bindings) return deferred ? lasting(bindings, scope) : reaching(bindings, name);
    }
    if (scope.kind === "function" || scope.kind === "lambda") deferred = true;
    if (scope.kind !== "comprehension") inner = false;
  }
  return void 0;
}
function lasting(bindings, scope) {
  const last = bindings.at(-1);
  const replaced = bindings.every(({ kind }) => kind === "import") && containerOf(last.node) === scope;
  return replaced ? [last] : bindings;
}
function reaching(bindings, use) {
  if (bindings.length === 1 || bindings.some(({ outside }) => outside)) return bindings;
  const last = bindings.findLast(({ from }) => from <= use.start);
  if (!last) return bindings;
  const container = containerOf(last.node);
  for (let at = use.parent; at; at = at.parent) {
    if (at === container) return [last];
    if (isLoop(at) && bindings.some(({ node }) => isWithin(node, at))) return bindings;
  }
  return bindings;
}
var isLoop = (node) => node.kind === "block" && (node.keyword === "for" || node.keyword === "while");
var isWithin = (node, outer) => outer.start <= node.start && node.end <= outer.end;
function containerOf(node) {
  if (node.kind === "parameter") return node.parent;
  let at = node;
  if (!isBlockItself(at)) {
    while (at && !isStatement(at)) at = at.parent;
    at = at?.parent;
  }
  while (at?.kind === "block" && at.keyword === "with") at = at.parent;
  return at;
}
var isBlockItself = (node) => node.kind === "block" || node.kind === "comprehension";
function blockOf(node) {
  for (let at = node.parent; at; at = at.parent) if (at.kind === "block") return at;
  return void 0;
}
function scopeOf(node) {
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    switch (at.kind) {
      case "module":
        return at;
      case "function":
      case "class":
        if (isStatement(child)) return at;
        break;
      case "lambda":
        if (child === at.body) return at;
        break;
      case "comprehension":
        if (!(child === at.generators[0] && isWithin(node, at.generators[0].iterable))) return at;
        break;
    }
  }
  return node.kind === "module" ? node : void 0;
}
var scopeAround = (scope) => scope.parent ? scopeOf(scope) : void 0;
var caches = /* @__PURE__ */ new WeakMap();
function namesOf(tree) {
  let names = caches.get(tree);
  if (!names) {
    names = collect(tree);
    caches.set(tree, names);
  }
  return names;
}
function bindingsIn(tree, scope) {
  const { scopes } = namesOf(tree);
  let bindings = scopes.get(scope);
  if (!bindings) {
    bindings = /* @__PURE__ */ new Map();
    scopes.set(scope, bindings);
    if (scope.kind === "lambda") bindParameters(bindings, scope);
    else if (scope.kind === "comprehension") {
      for (const { target } of scope.generators) bindTargets(bindings, target, scope, scope.start);
    }
  }
  return bindings;
}
function collect(tree) {
  const scopes = /* @__PURE__ */ new Map();
  const names = { scopes, star: false };
  const pending = [];
  const enter = (scope, body) => {
    const bindings = /* @__PURE__ */ new Map();
    if (scope.kind === "function") bindParameters(bindings, scope);
    scopes.set(scope, bindings);
    pending.push({ body, scope });
  };
  const declared = [];
  enter(tree.module, tree.module.body);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { scope } = next;
    const bindings = scopes.get(scope);
    for (const statement of next.body) {
      switch (statement.kind) {
        case "import":
          if (statement.star) names.star = true;
          for (const name of statement.names) bindImport(bindings, statement.from, name, statement);
          break;
        case "assignment":
          bindAssignment(bindings, statement);
          break;
        case "function":
        case "class": {
          const { name, nameStart: start, kind, end } = statement;
          bind(bindings, { name, kind, start, end: start + name.length, node: statement, from: end });
          enter(statement, statement.body);
          break;
        }
        case "block":
          if (statement.target) bindTargets(bindings, statement.target, statement, statement.start);
          for (const { target, end } of statement.items)
            if (target) bindTargets(bindings, target, statement, end);
          pending.push({ body: statement.body, scope });
          break;
        case "simple":
          for (const value of statement.values) {
            if (statement.keyword === "del") bindTargets(bindings, value, statement, statement.end);
            else if (statement.keyword === "global" || statement.keyword === "nonlocal") {
              if (value.kind === "name") declared.push({ name: value, scope, keyword: statement.keyword });
            }
          }
          break;
      }
    }
  }
  if (tree.text.includes(":=")) bindWalruses(tree, scopes);
  for (const { name, scope, keyword } of declared) moveOut(tree, scopes, scope, name.name, keyword);
  for (const bindings of scopes.values())
    for (const list of bindings.values()) list.sort((a, b) => a.from - b.from);
  return names;
}
function bind(bindings, binding) {
  const { name } = binding;
  if (name === "") return;
  const complete = { target: void 0, value: void 0, outside: false, ...binding };
  const list = bindings.get(name);
  if (list) list.push(complete);
  else bindings.set(name, [complete]);
}
function bindParameters(bindings, scope) {
  for (const node of scope.parameters) {
    const { name, nameStart: start } = node;
    bind(bindings, { name, kind: "parameter", start, end: start + name.length, node, from: scope.start });
  }
}
function bindImport(bindings, from, imported, node) {
  const { name, alias, aliasStart, start } = imported;
  if (name === "") return;
  const base = { kind: "import", node, from: node.end };
  if (alias !== void 0 || from !== void 0) {
    const target = from === void 0 ? name : from.endsWith(".") ? from + name : `${from}.${name}`;
    const bound = alias ?? name;
    const at = alias === void 0 ? start : aliasStart;
    bind(bindings, { ...base, name: bound, start: at, end: at + bound.length, target });
    return;
  }
  const [root = ""] = name.split(".");
  bind(bindings, { ...base, name: root, start, end: start + root.length, target: root });
}
function bindAssignment(bindings, node) {
  for (const target of node.targets) {
    if (target.kind !== "name" || node.operator !== "=") bindTargets(bindings, target, node, node.end);
    else if (node.value) {
      const { name, start, end } = target;
      bind(bindings, { name, kind: "assignment", start, end, node, from: node.end, value: node.value });
    }
  }
}
function bindTargets(bindings, target, node, from) {
  const pending = [target];
  for (let at = pending.pop(); at; at = pending.pop()) {
    if (at.kind === "name")
      bind(bindings, { name: at.name, kind: "other", start: at.start, end: at.end, node, from });
    else if (at.kind === "tuple" || at.kind === "list") pending.push(...at.elements);
    else if (at.kind === "starred") pending.push(at.value);
  }
}
function bindWalruses(tree, scopes) {
  for (const node of walk(tree.module)) {
    if (node.kind !== "walrus" || node.target.kind !== "name") continue;
    let scope = scopeOf(node);
    while (scope?.kind === "comprehension") scope = scopeAround(scope);
    const bindings = scope && scopes.get(scope);
    const { name, start, end } = node.target;
    if (bindings) bind(bindings, { name, kind: "other", start, end, node, from: node.end });
  }
}
function moveOut(tree, scopes, scope, name, keyword) {
  const moved = scopes.get(scope)?.get(name) ?? [];
  scopes.get(scope)?.delete(name);
  let outer = tree.module;
  if (keyword === "nonlocal") {
    outer = scopeAround(scope);
    while (outer && (outer.kind === "class" || !scopes.get(outer)?.has(name))) outer = scopeAround(outer);
  }
  const bindings = scopes.get(outer ?? tree.module);
  for (const binding of moved) {
    const kind = binding.kind === "import" ? "import" : "other";
    bind(bindings, { ...binding, kind, outside: true });
  }
}
var builtins = new Set(
  "abs all any bool bytearray bytes callable complex dict divmod enumerate filter float frozenset getattr hasattr hash id input int isinstance iter len list map max memoryview min next object open pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip".split(" ")
);

// server/src/python/strings.ts
var escapes = {
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "	",
  v: "\v"
};
var isBytes = (node) => node.parts.some(({ prefix }) => prefix.includes("b"));
function decodeString(text, node) {
  if (node.fields.length > 0) return void 0;
  const values = [];
  const offsets = [];
  for (const part of node.parts) if (!decodePart(text, part, values, offsets)) return void 0;
  offsets.push(node.parts.at(-1)?.bodyEnd ?? node.end);
  return { value: values.join(""), offsets };
}
function decodePart(text, part, values, offsets) {
  const raw = part.prefix.includes("r");
  const bytes = part.prefix.includes("b");
  const format = /[ft]/.test(part.prefix);
  const put = (value, at) => {
    values.push(value);
    for (let i = 0; i < value.length; i++) offsets.push(at);
  };
  for (let at = part.bodyStart; at < part.bodyEnd; ) {
    const character = text.charAt(at);
    if (character === "\r") {
      put("\n", at);
      at += text.charAt(at + 1) === "\n" ? 2 : 1;
    } else if (format && (character === "{" || character === "}")) {
      if (text.charAt(at + 1) !== character) return false;
      put(character, at);
      at += 2;
    } else if (character === "\\" && !raw) {
      const found = readEscape(text, at, part.bodyEnd, bytes);
      if (!found) return false;
      put(found.value, at);
      at = found.end;
    } else {
      put(character, at);
      at++;
    }
  }
  return true;
}
function readEscape(text, at, bodyEnd, bytes) {
  const letter = text.charAt(at + 1);
  const end = at + 2;
  if (end > bodyEnd) return { value: "\\", end: at + 1 };
  if (letter === "\n") return { value: "", end };
  if (letter === "\r") return { value: "", end: text.charAt(end) === "\n" ? end + 1 : end };
  const simple = escapes[letter];
  if (simple !== void 0) return { value: simple, end };
  const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, Math.min(at + 4, bodyEnd)))?.[0];
  if (octal) {
    const code = Number.parseInt(octal, 8);
    return { value: String.fromCharCode(bytes ? code & 255 : code), end: at + 1 + octal.length };
  }
  const length = letter === "x" ? 2 : bytes ? 0 : letter === "u" ? 4 : letter === "U" ? 8 : 0;
  if (length > 0) {
    const digits = text.slice(end, Math.min(end + length, bodyEnd));
    const code = Number.parseInt(digits, 16);
    if (digits.length < length || !/^[\da-fA-F]+$/.test(digits) || code > 1114111) return void 0;
    return { value: String.fromCodePoint(code), end: end + length };
  }
  if (letter === "N" && !bytes) return void 0;
  return { value: `\\${letter}`, end };
}

// server/src/python/values.ts
var MAX_DEPTH2 = 64;
var MAX_STEPS2 = 1e4;
var MAX_ELEMENTS = 1e4;
var MAX_STRING = 1e6;
var MAX_INT = 1n << 256n;
function evaluate(tree, expression) {
  return new Evaluator(tree).evaluate(expression, 0);
}
var Evaluator = class {
  constructor(tree) {
    this.tree = tree;
  }
  tree;
  steps = 0;
  evaluate(node, depth) {
    if (depth > MAX_DEPTH2 || ++this.steps > MAX_STEPS2) return { kind: "unknown", node };
    switch (node.kind) {
      case "number":
        return numberValue(node);
      case "string":
        return this.string(node);
      case "constant":
        if (node.value === "None") return { kind: "none", node };
        return node.value === "..." ? { kind: "ellipsis", node } : { kind: "bool", value: node.value === "True", node };
      case "list":
      case "tuple":
      case "set": {
        const closed = node.close >= 0 || node.kind === "tuple";
        const counted = closed && node.elements.every(isOne);
        const elements = counted ? node.elements : void 0;
        const length = node.kind === "set" ? void 0 : elements?.length;
        return { kind: node.kind, length, elements, node };
      }
      case "dict": {
        const entries = node.entries.flatMap(({ key, value }) => key ? [{ key, value }] : []);
        const known = node.close >= 0 && entries.length === node.entries.length;
        return { kind: "dict", entries: known ? entries : void 0, node };
      }
      case "comprehension":
        if (node.form === "dict") return { kind: "dict", entries: void 0, node };
        if (node.form === "generator") return { kind: "unknown", node };
        return { kind: node.form, length: void 0, elements: void 0, node };
      case "lambda":
        return { kind: "lambda", node };
      case "walrus":
        return this.evaluate(node.value, depth + 1);
      case "unary":
        return unaryValue(node, node.operator, this.evaluate(node.operand, depth + 1));
      case "binary":
        return this.operation(node, depth);
      case "call":
        return this.call(node, depth);
      case "attribute": {
        const name = resolve(this.tree, node);
        return name === void 0 ? { kind: "unknown", node } : { kind: "reference", name, node };
      }
      case "name":
        return this.name(node, depth);
      case "subscript":
        return this.subscript(node, depth);
      default:
        return { kind: "unknown", node };
    }
  }
  string(node) {
    const value = decodeString(this.tree.text, node)?.value;
    const bytes = node.parts.filter(({ prefix }) => prefix.includes("b")).length;
    if (bytes > 0 && bytes < node.parts.length) return { kind: "unknown", node };
    return { kind: isBytes(node) ? "bytes" : "str", value, node };
  }
  name(node, depth) {
    const name = resolve(this.tree, node);
    if (name !== void 0) return { kind: "reference", name, node };
    const binding = bindingOf(this.tree, node);
    if (binding?.kind !== "assignment" || !binding.value) return { kind: "unknown", node };
    const value = this.evaluate(binding.value, depth + 1);
    switch (value.kind) {
      case "list":
      case "set":
      case "dict":
        return isChanged(this.tree, binding.name, value) ? contentUnknown(value) : value;
      default:
        return value;
    }
  }
  call(node, depth) {
    const { callee } = node;
    const name = resolve(this.tree, callee);
    if (name === void 0 && callee.kind === "attribute" && stringMethods.has(callee.name)) {
      const { kind } = this.evaluate(callee.object, depth + 1);
      if (kind === "str") return { kind, value: void 0, node };
    }
    return { kind: "call", callee: name, node };
  }
  operation(node, depth) {
    let left = this.evaluate(node.operands[0], depth + 1);
    for (let i = 0; i < node.operators.length && left.kind !== "unknown"; i++) {
      const right = this.evaluate(node.operands[i + 1], depth + 1);
      left = binaryValue(node, left, node.operators[i], right);
    }
    return left;
  }
  /** A list's or tuple's element by its number, a dict's value by its key. */
  subscript(node, depth) {
    const unknown = { kind: "unknown", node };
    const [index] = node.indices;
    if (node.indices.length !== 1 || !index) return unknown;
    const object = this.evaluate(node.object, depth + 1);
    const key = this.evaluate(index, depth + 1);
    if ((object.kind === "list" || object.kind === "tuple") && key.kind === "int") {
      const element = key.value === void 0 ? void 0 : object.elements?.at(Number(key.value));
      return element ? this.evaluate(element, depth + 1) : unknown;
    }
    if (object.kind !== "dict" || key.kind !== "str" || key.value === void 0 || !object.entries)
      return unknown;
    const keys = object.entries.map((entry) => this.evaluate(entry.key, depth + 1));
    if (!keys.every((k) => k.kind === "str" && k.value !== void 0)) return unknown;
    const at = keys.findLastIndex((k) => k.kind === "str" && k.value === key.value);
    return at < 0 ? unknown : this.evaluate(object.entries[at].value, depth + 1);
  }
};
var isOne = ({ kind }) => kind !== "starred" && kind !== "missing";
var stringMethods = new Set(
  "capitalize format format_map join lower lstrip removeprefix removesuffix replace rstrip strip title upper".split(
    " "
  )
);
function numberValue(node) {
  const text = node.text.replaceAll("_", "");
  if (/^(?:\d+|0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/.test(text)) {
    const value = /^0\d*[1-9]/.test(text) || text.length > 100 ? void 0 : BigInt(text);
    return { kind: "int", value, node };
  }
  if (/^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text))
    return { kind: "float", value: Number(text), node };
  return { kind: "unknown", node };
}
var int = (node, value) => ({
  kind: "int",
  value: value !== void 0 && value < MAX_INT && value > -MAX_INT ? value : void 0,
  node
});
var float = (node, value) => ({ kind: "float", value, node });
function unaryValue(node, operator, value) {
  if (operator === "not")
    return { kind: "bool", value: value.kind === "bool" ? negate(value.value) : void 0, node };
  const operand = asNumber(value);
  if (operand?.kind === "int") {
    const n2 = operand.value;
    if (n2 === void 0 || operator === "+") return int(node, n2);
    return int(node, operator === "-" ? -n2 : ~n2);
  }
  if (operand?.kind !== "float" || operator === "~") return { kind: "unknown", node };
  const x = operand.value;
  return float(node, x !== void 0 && operator === "-" ? -x : x);
}
var negate = (value) => value === void 0 ? void 0 : !value;
function asNumber(value) {
  if (value.kind === "int" || value.kind === "float") return value;
  if (value.kind !== "bool") return void 0;
  return {
    kind: "int",
    value: value.value === void 0 ? void 0 : value.value ? 1n : 0n,
    node: value.node
  };
}
function binaryValue(node, left, operator, right) {
  const unknown = { kind: "unknown", node };
  const a = asNumber(left);
  const b = asNumber(right);
  if (a && b) return numericValue(node, a, operator, b) ?? unknown;
  if (left.kind === "str" || left.kind === "bytes") {
    if (operator === "%") return { kind: left.kind, value: void 0, node };
    if (operator === "+" && right.kind === left.kind)
      return { kind: left.kind, value: joined(left.value, right.value), node };
    if (operator === "*" && right.kind === "int") return { kind: left.kind, value: void 0, node };
    return unknown;
  }
  if (isSequence(left) && left.kind === right.kind && operator === "+") {
    const length = sum(left.length, right.length);
    const few = length !== void 0 && length <= MAX_ELEMENTS;
    const elements = few && left.elements && right.elements && [...left.elements, ...right.elements];
    return { kind: left.kind, length, elements: elements || void 0, node };
  }
  if (operator === "*" && isSequence(left) && b?.kind === "int") return repeated(node, left, b.value);
  if (operator === "*" && isSequence(right) && a?.kind === "int") return repeated(node, right, a.value);
  return unknown;
}
var isSequence = (value) => value.kind === "list" || value.kind === "tuple";
var sum = (a, b) => a === void 0 || b === void 0 ? void 0 : a + b;
var joined = (a, b) => a === void 0 || b === void 0 || a.length + b.length > MAX_STRING ? void 0 : a + b;
function repeated(node, value, times) {
  const { kind } = value;
  const count = times === void 0 ? void 0 : Math.max(0, Number(times));
  const length = value.length === void 0 || count === void 0 ? void 0 : value.length * count;
  const few = length !== void 0 && length <= MAX_ELEMENTS && count <= MAX_ELEMENTS;
  const { elements } = value;
  return {
    kind,
    length,
    elements: few && elements ? Array.from({ length: count }, () => elements).flat() : void 0,
    node
  };
}
function numericValue(node, a, operator, b) {
  if (a.kind === "int" && b.kind === "int" && operator !== "/") {
    if (a.value === void 0 || b.value === void 0)
      return operator === "**" ? void 0 : int(node, void 0);
    return intValue(node, a.value, operator, b.value);
  }
  const known = a.value !== void 0 && b.value !== void 0;
  const x = Number(a.value);
  const y = Number(b.value);
  switch (operator) {
    case "+":
      return float(node, known ? x + y : void 0);
    case "-":
      return float(node, known ? x - y : void 0);
    case "*":
      return float(node, known ? x * y : void 0);
    case "/":
      return float(node, known && y !== 0 ? x / y : void 0);
    case "//":
    case "%":
      return float(node, void 0);
    case "**":
      return known && x >= 0 && Number.isFinite(x ** y) ? float(node, x ** y) : void 0;
    default:
      return void 0;
  }
}
function intValue(node, a, operator, b) {
  switch (operator) {
    case "+":
      return int(node, a + b);
    case "-":
      return int(node, a - b);
    case "*":
      return int(node, a * b);
    case "//":
    case "%": {
      if (b === 0n) return void 0;
      const rest = (a % b + b) % b;
      return int(node, operator === "%" ? rest : (a - rest) / b);
    }
    case "**":
      if (b < 0n) return a === 0n ? void 0 : float(node, Number(a) ** Number(b));
      return int(node, b <= 256n ? a ** b : void 0);
    case "<<":
      return b < 0n ? void 0 : int(node, b <= 256n ? a << b : void 0);
    case ">>":
      return b < 0n ? void 0 : int(node, b <= 512n ? a >> b : void 0);
    case "&":
      return int(node, a & b);
    case "|":
      return int(node, a | b);
    case "^":
      return int(node, a ^ b);
    default:
      return void 0;
  }
}
function contentUnknown(value) {
  const { node } = value;
  return value.kind === "dict" ? { kind: value.kind, entries: void 0, node } : { kind: value.kind, length: void 0, elements: void 0, node };
}
var MAX_USES = 500;
var changed = /* @__PURE__ */ new WeakMap();
var readers = /* @__PURE__ */ new Set(["copy", "count", "get", "index", "items", "keys", "values"]);
function isChanged(tree, name, value) {
  let known = changed.get(value.node);
  if (known === void 0) {
    known = findChange(tree, name, value);
    changed.set(value.node, known);
  }
  return known;
}
function findChange(tree, name, value) {
  const { text } = tree;
  const isEmpty = value.kind === "dict" ? value.entries?.length === 0 : value.elements?.length === 0;
  let uses = 0;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (/[\w.]/.test(text.charAt(at - 1)) || /\w/.test(text.charAt(at + name.length))) continue;
    const node = nodeAt(tree, at + 1);
    if (node.kind !== "name" || node.name !== name) continue;
    if (++uses > MAX_USES || changes(node, isEmpty)) return true;
  }
  return false;
}
function changes(name, isEmpty) {
  const { parent } = name;
  switch (parent?.kind) {
    case "attribute":
      return !readers.has(parent.name);
    case "subscript":
      return parent.object === name && isStored(parent);
    case "assignment":
      return parent.value === name || parent.operator !== "=";
    case "positional":
    case "keyword":
      return isEmpty === true;
    case "star":
    case "doubleStar":
      return false;
    case "walrus":
    case "simple":
      return parent.kind === "walrus" || parent.keyword === "del";
    default:
      return false;
  }
}
function isStored({ parent, start }) {
  if (parent?.kind === "assignment") return parent.targets.some((target) => target.start === start);
  if (parent?.kind === "tuple") return parent.parent?.kind === "assignment" && parent.parent.value !== parent;
  return parent?.kind === "simple" && parent.keyword === "del";
}

// ../../../tmp/pyeval/verdicts.ts
var un = /* @__PURE__ */ new Map();
var n = 0;
var c = 0;
var r = 0;
var vals = /* @__PURE__ */ new Map();
for (const line of (0, import_node_fs.readFileSync)("/work/shared/cases/python_verdicts.sample.jsonl", "utf8").split("\n")) {
  if (!line) continue;
  const { code } = JSON.parse(line);
  n++;
  const tree = parsePython(code);
  for (const call of tree.calls) {
    c++;
    const q = resolve(tree, call.callee);
    if (q) r++;
    else {
      const s = code.slice(call.callee.start, call.callee.end);
      un.set(s, (un.get(s) ?? 0) + 1);
    }
    for (const a of call.arguments) {
      const v = evaluate(tree, a.value);
      const k = v.kind === "unknown" ? "unknown " + code.slice(a.start, a.end) : v.kind;
      vals.set(k, (vals.get(k) ?? 0) + 1);
    }
  }
}
console.log(n, c, r, [...un].slice(0, 30));
console.log([...vals].sort((a, b) => b[1] - a[1]).slice(0, 40));
