import ts from 'typescript';
import { sha256Hex } from '../sha256-hex.mjs';

const SWAPS = {
  arithmetic: { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*', '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' },
  comparison: { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '===': '!==', '!==': '===' },
  boundary: { '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  boolean: { '&&': '||', '||': '&&' },
};
const CALLS = { min: 'max', max: 'min', sin: 'cos', cos: 'sin', floor: 'ceil', ceil: 'floor', some: 'every', every: 'some' };

/**
 * The mutants of one TypeScript file: `{operator, at, end, line, original, replacement, key}`, in order of place. A key names a mutant by the text
 * around it, so that it stays the same while other lines of the file change.
 */
export function mutantsOf(text, file) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (operator, node, replacement, at = node.getStart(source), end = node.getEnd()) => {
    found.push({ operator, at, end, replacement, original: text.slice(at, end), line: source.getLineAndCharacterOfPosition(at).line + 1 });
  };
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    for (const { applies, mutate } of OPERATORS) if (applies(node)) mutate(node, add, source);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return withKeys(found, text, file);
}

const OPERATORS = [
  {
    applies: ts.isBinaryExpression,
    mutate(node, add, source) {
      const token = node.operatorToken;
      const sign = token.getText(source);
      if (isText(node.left) || isText(node.right)) return;
      for (const [operator, swaps] of Object.entries(SWAPS)) {
        // `<` and `<=` of measured numbers differ nowhere that matters; of counts and lengths they do.
        if (swaps[sign] && (operator !== 'boundary' || isCount(node.left) || isCount(node.right))) add(operator, token, swaps[sign]);
      }
      if ('+-*/'.includes(sign)) {
        add('removed term', node, node.left.getText(source));
        if (sign === '+' || sign === '*') add('removed term', node, node.right.getText(source));
      }
    },
  },
  {
    applies: (node) =>
      ts.isPrefixUnaryExpression(node) && [ts.SyntaxKind.MinusToken, ts.SyntaxKind.ExclamationToken].includes(node.operator),
    mutate(node, add, source) {
      add(node.operator === ts.SyntaxKind.MinusToken ? 'arithmetic' : 'boolean', node, `(${node.operand.getText(source)})`);
    },
  },
  {
    applies: (node) => ts.isNumericLiteral(node) && !ts.isLiteralTypeNode(node.parent),
    mutate(node, add) {
      const value = Number(node.text);
      add('constant', node, String(value === 0 ? 1 : value === 1 ? 0 : Number.isInteger(value) && value < 4 ? value + 1 : 1.5 * value));
    },
  },
  {
    applies: (node) => node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword,
    mutate(node, add) {
      if (!ts.isLiteralTypeNode(node.parent)) add('boolean', node, node.kind === ts.SyntaxKind.TrueKeyword ? 'false' : 'true');
    },
  },
  {
    applies: ts.isConditionalExpression,
    mutate(node, add, source) {
      add('removed branch', node, `(${node.whenTrue.getText(source)})`);
      add('removed branch', node, `(${node.whenFalse.getText(source)})`);
    },
  },
  {
    applies: (node) => ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && CALLS[node.expression.name.text],
    mutate(node, add) {
      add('call', node.expression.name, CALLS[node.expression.name.text]);
    },
  },
  {
    applies: (node) => ts.isIfStatement(node) && !node.elseStatement,
    mutate(node, add) {
      add('removed branch', node, '{}');
    },
  },
];

/** True for what makes a `+` join texts. */
function isText(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** Whole numbers: a small literal, a length, a loop's counter. */
function isCount(node) {
  if (ts.isNumericLiteral(node)) return Number.isInteger(Number(node.text)) && Number(node.text) > 0;
  return (ts.isPropertyAccessExpression(node) && node.name.text === 'length') || (ts.isIdentifier(node) && /^(i|j|k|n)$/.test(node.text));
}

function withKeys(found, text, file) {
  const seen = new Map();
  return found.map((mutant) => {
    const around = text.slice(Math.max(0, mutant.at - 60), mutant.end + 60);
    const base = [file, mutant.operator, around, mutant.original, mutant.replacement].join('\n');
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return { file, ...mutant, key: sha256Hex(`${base}\n${count}`).slice(0, 16) };
  });
}

/** The first `count` of the mutants in an order drawn by `seed`: the same ones while their lines stay as they are. */
export function sampleOf(mutants, count, seed) {
  const rank = ({ key }) => sha256Hex(`${seed} ${key}`);
  return mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

export function mutatedText(text, { at, end, replacement }) {
  return text.slice(0, at) + replacement + text.slice(end);
}
