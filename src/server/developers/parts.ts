import { errors, type ErrorCode } from '#protocol/errors.ts'
import { api } from '#protocol/index.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import {
  accessScopes,
  KEY_PREFIX,
  MOST_CONNECTION_DAYS,
  SAMPLE_KEY,
  scopeWords,
} from '#vocabulary/connection.ts'
import { pages } from '#vocabulary/pages.ts'
import { DELIVERY_HOURS, MOST_BODY_BYTES, SECRET_OVERLAP_HOURS } from '#vocabulary/webhook.ts'
import { developerPages } from '#vocabulary/site-pages.ts'
import { escapeMarkup } from '../content/escape-markup.ts'
import { dateText } from '../content/figures.ts'
import { callLimit } from '../edge/request-limits.ts'
import { changeLabels, changesWith } from './changes.ts'
import { eventList } from './events.ts'
import { descriptionList } from './fields-markup.ts'
import { operationPage, scopeId } from './links.ts'
import { codesOfPrograms, operations } from './operations.ts'
import { snippet } from './snippets.ts'

/** Lists and figures that are written from the tables, by the name that texts give them. */
const lists: Readonly<Record<string, () => string>> = {
  scopes: scopeList,
  operations: operationList,
  'general-errors': () => codeList(generalCodes()),
  'own-errors': () => codeList(ownCodes()),
  changes: changeList,
  'calls-per-minute': () => `${(callLimit.requests * 60) / callLimit.seconds}回`,
  'key-prefix': () => KEY_PREFIX,
  'sample-key': () => SAMPLE_KEY,
  'most-days': () => String(MOST_CONNECTION_DAYS),
  connections: () => pages.connections,
  webhooks: () => pages.webhooks,
  events: eventList,
  'overlap-hours': () => String(SECRET_OVERLAP_HOURS),
  'delivery-hours': () => String(DELIVERY_HOURS),
  'body-bytes': () => MOST_BODY_BYTES.toLocaleString('ja-JP'),
}

/** What `{{developers …}}` stands for in a text: a list, `page access`, `code first-call`. */
export function part(argument: string): string | undefined {
  const [kind = '', name = ''] = argument.split(' ')
  if (kind === 'page') return new Map<string, string>(Object.entries(developerPages)).get(name)
  return kind === 'code' ? snippet(name) : lists[kind]?.()
}

function scopeList(): string {
  return descriptionList(
    accessScopes.map((scope) => {
      const { label, detail, isWrite, isOfLine, warning } = scopeWords[scope]
      const own = operations.filter((operation) => operation.scope === scope)
      const links = own.map(
        ({ id, endpoint }) =>
          `<a href="${operationPage(id)}">${escapeMarkup(endpoint.summary)}</a>`,
      )
      const reach = isOfLine ? '一部の回線だけにも渡せます。' : '契約の全部が見えます。'
      return {
        id: scopeId(scope),
        name: scope,
        note: isWrite ? `${label}・変更` : label,
        texts: [
          escapeMarkup(`${detail}${reach}${warning ?? ''}`),
          ...(links.length > 0 ? [links.join('、')] : []),
        ],
      }
    }),
  )
}

function operationList(): string {
  return accessScopes
    .map((scope) => {
      const own = operations.filter((operation) => operation.scope === scope)
      const items = own.map(
        ({ id, endpoint, path }) =>
          `<li><a href="${operationPage(id)}">${escapeMarkup(endpoint.summary)}</a> <small><code>${endpoint.method} ${path.replaceAll('/', '<wbr>/')}</code></small></li>`,
      )
      const heading = `<h2 id="${scopeId(scope)}">${escapeMarkup(scopeWords[scope].label)}</h2>`
      return own.length === 0 ? '' : `${heading}\n<ul class="link-list">${items.join('\n')}</ul>`
    })
    .join('\n')
}

const generalCodes = () => operations[0]?.errors.general ?? []

/** Of single operations, and those that say why a procedure cannot be ordered now: any that a member may be answered. */
function ownCodes(): ErrorCode[] {
  const ofMembers = Object.values<Endpoint>(api)
    .filter(({ access }) => access === 'member')
    .flatMap((endpoint) => endpoint.errors ?? [])
  const general = new Set(generalCodes())
  return [...new Set([...codesOfPrograms, ...ofMembers])].filter((code) => !general.has(code))
}

function codeList(codes: readonly ErrorCode[]): string {
  return descriptionList(
    codes.map((code) => ({
      id: code,
      name: code.replaceAll('_', '_<wbr>'),
      note: String(errors[code].httpStatus),
      texts: [escapeMarkup(errors[code].message)],
    })),
  )
}

function changeList(): string {
  return [...Map.groupBy(changesWith(operations), ({ on }) => on)]
    .map(([on, changes]) => {
      const items = changes.map(({ kind, text, operations: ids }) => {
        const links = ids.map((id) => {
          const summary = operations.find((one) => one.id === id)?.endpoint.summary ?? id
          return `<a href="${operationPage(id)}">${escapeMarkup(summary)}</a>`
        })
        const list = links.length > 0 ? `<br><small>${links.join('、')}</small>` : ''
        return `<li><span class="badge">${changeLabels[kind]}</span> ${escapeMarkup(text)}${list}</li>`
      })
      return `<h2 id="on-${on}"><time datetime="${on}">${dateText(on)}</time></h2>\n<ul>${items.join('\n')}</ul>`
    })
    .join('\n')
}
