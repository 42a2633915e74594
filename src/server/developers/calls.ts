import { idempotencyKeyHeader } from '#protocol/conventions.ts'
import { escapeMarkup } from '../content/escape-markup.ts'
import type { Operation } from './operations.ts'

/** What an operation is called with in its example. */
export type ExampleCall = {
  readonly query: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The site's own address; the start of a server fills it in. */
const SITE = '{{link.site}}'

/** Of an example, on this site. */
export const pathOf = ({ path }: Operation, { query }: ExampleCall) => {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

const addressOf = (operation: Operation, call: ExampleCall) => SITE + pathOf(operation, call)

/** As one types it at a terminal, with the key in the environment. */
export function curlOf(operation: Operation, call: ExampleCall): string {
  const { method } = operation.endpoint
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${addressOf(operation, call)}"`,
    '-H "Authorization: Bearer $ACCESS_KEY"',
    ...(method === 'GET' ? [] : [`-H "${idempotencyKeyHeader}: $(uuidgen)"`]),
    ...(call.body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(call.body)}'`]),
  ]
  return escapeMarkup(lines.join(' \\\n  '))
}

/** The same as a script of Node, Deno or Bun. */
export function javaScriptOf(operation: Operation, call: ExampleCall): string {
  const { method } = operation.endpoint
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    '    Authorization: `Bearer ${process.env.ACCESS_KEY}`,',
    ...(method === 'GET' ? [] : [`    '${idempotencyKeyHeader}': crypto.randomUUID(),`]),
    ...(call.body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
    '  },',
    ...(call.body === undefined ? [] : [`  body: JSON.stringify(${objectOf(call.body)}),`]),
  ]
  const lines = [
    `const answer = await fetch('${addressOf(operation, call)}', {`,
    ...options,
    '})',
    'const body = await answer.json()',
    'if (!answer.ok) throw new Error(body.code)',
    'console.log(body.result)',
  ]
  return escapeMarkup(lines.join('\n'))
}

/** `{ lineId: 'line-1', on: true }` */
const objectOf = (body: unknown): string =>
  JSON.stringify(body, undefined, 1)
    .replaceAll(/\n\s*/gu, ' ')
    .replaceAll(/"(\w+)":/gu, '$1:')
    .replaceAll('"', "'")
