import { idempotencyKeyHeader } from '#protocol/conventions.ts'
import { errors, type ErrorCode } from '#protocol/errors.ts'
import { scopeWords } from '#vocabulary/connection.ts'
import { developerPages } from '#vocabulary/site-pages.ts'
import { escapeMarkup } from '../content/escape-markup.ts'
import { dateText } from '../content/figures.ts'
import type { Fragment } from '../content/source.ts'
import { curlOf, javaScriptOf } from './calls.ts'
import { sinceWhen } from './changes.ts'
import { codeBlock, jsonMarkup } from './code.ts'
import { exampleOf } from './examples.ts'
import { descriptionList, fieldList } from './fields-markup.ts'
import { fieldOf, fieldsOf, type Field, type Forms } from './fields.ts'
import { errorPage, operationPage, scopeId } from './links.ts'
import type { Operation } from './operations.ts'
import { referencePage } from './reference-page.ts'
import type { Messages } from './schema.ts'
import { tryForm } from './try-form.ts'

/** One operation: what is sent, what comes back, what can go wrong, and beside it the same as an example. */
export function operationFragment(
  operation: Operation,
  messages: Messages,
  forms: Forms,
): Fragment {
  const { id, endpoint, path } = operation
  const description = `${endpoint.summary}を、プログラムから${endpoint.method} ${path}で呼ぶ方法です。権限、送るもの、返るものの意味、エラー、例を載せています。`
  return referencePage({
    path: operationPage(id),
    lead: `<span data-title="${escapeMarkup(endpoint.summary)}（API）" data-description="${escapeMarkup(description)}" hidden></span>`,
    text: [
      `<h1 id="${id}">${escapeMarkup(endpoint.summary)}</h1>`,
      `<p class="reference__call"><span class="badge">${endpoint.method}</span> <code>${path.replaceAll('/', '<wbr>/')}</code></p>`,
      facts(operation),
      '<h2 id="sent">送るもの</h2>',
      sent(operation, messages, forms),
      '<h2 id="result">返るもの</h2>',
      `<p>成功すると、<code>result</code>の中に入ります。並びの順と数の決まりは<a href="${developerPages.basics}">数・日付・続き</a>に書いています。</p>`,
      returned(messages, id, forms),
      '<h2 id="errors">うまくいかないとき</h2>',
      errorList(operation.errors.own),
      `<p>ほかに、どの呼び出しにも共通の<a href="${developerPages.errors}#general">エラー</a>があります。</p>`,
    ].join('\n'),
    stage: stage(operation),
  })
}

/** What a key needs for it, and since when it is there. */
function facts({ id, scope, endpoint }: Operation): string {
  const since = sinceWhen(id)
  const parts = [
    `要る権限は<a href="${developerPages.access}#${scopeId(scope)}"><code>${scope}</code></a>です。`,
    ...(scopeWords[scope].isWrite ? ['書き込みます。'] : []),
    ...(endpoint.limit === undefined ? [] : ['回数の上限が別にあります。']),
    ...ending(endpoint),
    ...(since === undefined ? [] : [`${dateText(since)}から呼べます。`]),
  ]
  return `<p class="reference__facts">${parts.join('')}</p>`
}

const ending = ({ deprecated }: Operation['endpoint']) =>
  deprecated === undefined
    ? []
    : [
        `<strong><a href="${developerPages.changes}#on-${deprecated.announcedOn}">${dateText(deprecated.endsOn)}に終わります。</a></strong>`,
      ]

function sent({ id, endpoint }: Operation, { query, body }: Messages, forms: Forms): string {
  const place = { owner: `${id}?`, names: [], way: '' }
  const fields: Field[] = [
    ...query.flatMap(({ name, required, schema }) =>
      fieldOf(name, schema, !required, place, forms),
    ),
    ...(body === undefined ? [] : fieldsOf(body, `${id}!`, forms)),
  ]
  const key =
    endpoint.method === 'GET'
      ? ''
      : `<p>${idempotencyKeyHeader}ヘッダーに、呼び出しごとに違う文字を入れると、同じ文字で何度送っても一度だけ行われます。</p>`
  return fields.length === 0 ? `<p>ありません。</p>${key}` : `${fieldList(fields)}${key}`
}

function returned({ result }: Messages, id: string, forms: Forms): string {
  return fieldList(fieldsOf(result, id, forms))
}

function errorList(codes: readonly ErrorCode[]): string {
  if (codes.length === 0) return '<p>この呼び出しだけのエラーは、ありません。</p>'
  return descriptionList(
    codes.map((code) => ({
      name: `<a href="${errorPage(code)}">${code.replaceAll('_', '_<wbr>')}</a>`,
      note: String(errors[code].httpStatus),
      texts: [escapeMarkup(errors[code].message)],
    })),
  )
}

function stage(operation: Operation): string {
  const example = exampleOf(operation.id)
  return [
    '<h2 class="visually-hidden">例</h2>',
    '<p>curl</p>',
    codeBlock('curlの例', curlOf(operation, example)),
    '<details class="accordion"><summary>JavaScript</summary>',
    codeBlock('JavaScriptの例', javaScriptOf(operation, example)),
    '</details>',
    '<p>返るもの</p>',
    codeBlock('返るものの例', jsonMarkup({ code: 200, result: example.result })),
    '<p class="small">見本の会員の答えです。並びは、はじめの2つまで載せています。</p>',
    tryForm(operation, example),
  ].join('\n')
}
