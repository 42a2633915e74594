import { readFileSync } from 'node:fs'
import { errors } from '#protocol/errors.ts'
import { KEY_PREFIX, MCP_PATH, SAMPLE_KEY } from '#vocabulary/connection.ts'
import { escapeMarkup } from '../content/escape-markup.ts'
import { standingHeaders } from '../edge/call-counter.ts'
import { callLimit } from '../edge/request-limits.ts'
import { curlOf } from './calls.ts'
import { codeBlock, jsonMarkup } from './code.ts'
import { exampleEvent } from './events.ts'
import { exampleOf } from './examples.ts'
import { errorPage } from './links.ts'
import { operations } from './operations.ts'
import { tryForm } from './try-form.ts'

/** The operation that everybody calls first. */
const FIRST = 'highSpeedResidualGet'

/** A file of `snippets/`, as it is shown and as tests run it. */
export const snippetFile = (name: string): string =>
  readFileSync(new URL(`snippets/${name}.txt`, import.meta.url), 'utf8')

const headersOfEvent = [
  'POST / HTTP/1.1',
  'content-type: application/json',
  'webhook-id: msg_1',
  'webhook-timestamp: 1796061600',
  'webhook-signature: v1,…',
].join('\n')

/** The blocks of code that texts show, by name. */
const snippets: Readonly<Record<string, () => string>> = {
  'first-key': () => codeBlock('キーを入れる', escapeMarkup(`export ACCESS_KEY=${SAMPLE_KEY}`)),
  'first-call': () => {
    const operation = operations.find(({ id }) => id === FIRST)
    return operation ? codeBlock('curlの例', curlOf(operation, exampleOf(FIRST))) : ''
  },
  'first-try': () => {
    const operation = operations.find(({ id }) => id === FIRST)
    return operation ? tryForm(operation, exampleOf(FIRST)) : ''
  },
  'first-result': () =>
    codeBlock('返るものの例', jsonMarkup({ code: 200, result: exampleOf(FIRST).result })),
  script: () => fileBlock('residual.mjs'),
  event: () => codeBlock('届くものの例', `${headersOfEvent}\n\n${jsonMarkup(exampleEvent)}`),
  authorization: () =>
    codeBlock('ヘッダーの例', escapeMarkup(`Authorization: Bearer ${KEY_PREFIX}…`)),
  agent: () =>
    codeBlock(
      'エージェントの設定の例',
      jsonMarkup({
        mcpServers: {
          mobile: {
            type: 'http',
            url: `{{link.site}}${MCP_PATH}`,
            headers: { Authorization: `Bearer ${KEY_PREFIX}…` },
          },
        },
      }),
    ),
  'rate-limit': () => {
    const headers = standingHeaders(callLimit, {
      isOver: false,
      remaining: callLimit.requests - 1,
      resetSeconds: callLimit.seconds,
    })
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    return codeBlock('ヘッダーの例', escapeMarkup(lines.join('\n')))
  },
  problem: () => {
    const { httpStatus: status, message: title } = errors.SCOPE_MISSING
    const code = 'SCOPE_MISSING'
    const type = `{{link.site}}${errorPage(code)}`
    const instance = 'urn:trace:2f4c8f0e-5d0e-4a3b-9b64-5f3b6f2f2c11'
    return codeBlock('エラーの例', jsonMarkup({ type, title, status, code, instance }))
  },
}

/** A block by its name, or a file of `snippets/`. */
export const snippet = (name: string): string | undefined =>
  name.startsWith('receive.') ? fileBlock(name) : snippets[name]?.()

const fileBlock = (name: string) => codeBlock(name, escapeMarkup(snippetFile(name).trimEnd()))
