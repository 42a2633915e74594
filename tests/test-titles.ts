import { parseSync } from 'vite'

/** Where calls of tests stand: statements, and functions handed to other calls. */
const inner = ['body', 'expression', 'arguments', 'consequent', 'alternate', 'block', 'argument']

type Node = { readonly type: string; readonly [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** `test` of `test.each([…])('…')`. */
function rootOf(node: unknown): unknown {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return node['name']
  return rootOf(node['object'] ?? node['callee'] ?? node['tag'] ?? node['expression'])
}

/** The titles of a file's tests, as they are written. */
export function titlesIn(file: string, text: string): string[] {
  const titles: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value)) return
    if (value.type === 'CallExpression') titles.push(...titleOf(value, text))
    for (const key of inner) visit(value[key])
  }
  visit(parseSync(file, text).program)
  return titles
}

function titleOf(call: Node, text: string): string[] {
  if (!['test', 'it', 'describe'].includes(String(rootOf(call['callee'])))) return []
  const first: unknown = Array.isArray(call['arguments']) ? call['arguments'][0] : undefined
  if (!isNode(first)) return []
  const isText = first.type === 'TemplateLiteral' || typeof first['value'] === 'string'
  return isText ? [text.slice(Number(first['start']) + 1, Number(first['end']) - 1)] : []
}
