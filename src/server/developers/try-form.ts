import { idempotencyKeyHeader } from '#protocol/conventions.ts'
import { OPEN_API_PATH, SAMPLE_KEY } from '#vocabulary/connection.ts'
import { escapeMarkup } from '../content/escape-markup.ts'
import { pathOf, type ExampleCall } from './calls.ts'
import { codeBlock } from './code.ts'
import type { Operation } from './operations.ts'

/**
 * Asks the sample member from the page itself (`src/portal/developers/try-call.ts`). It is the one thing here that needs script:
 * without it, it is not to be seen, and the line to be typed stands above.
 */
export function tryForm(operation: Operation, call: ExampleCall): string {
  const { method } = operation.endpoint
  const address = escapeMarkup(pathOf(operation, call))
  const headers = [
    `Authorization: Bearer ${SAMPLE_KEY}`,
    ...(method === 'GET' ? [] : [`${idempotencyKeyHeader}: ${operation.id}-1`]),
    ...(call.body === undefined ? [] : ['Content-Type: application/json']),
  ]
  return [
    `<form class="try" data-try="${method}" data-headers="${escapeMarkup(headers.join('\n'))}">`,
    '<h2>ここで試す</h2>',
    '<p class="small">見本の会員に聞きます。アドレスを書き換えると、エラーも試せます。</p>',
    '<label class="field__label" for="try-address">アドレス</label>',
    `<input class="field__input" id="try-address" name="address" value="${address}" pattern="${OPEN_API_PATH}/.*" title="${OPEN_API_PATH}/ で始まるアドレス" required autocomplete="off" spellcheck="false">`,
    ...(call.body === undefined
      ? []
      : [
          '<label class="field__label" for="try-body">本文（JSON）</label>',
          `<textarea class="field__input" id="try-body" name="body" rows="4" spellcheck="false">${escapeMarkup(JSON.stringify(call.body, undefined, 1))}</textarea>`,
        ]),
    '<button type="submit" class="button">試す</button>',
    '<p role="status"></p>',
    `<div hidden>${codeBlock('試した呼び出しと答え', '')}</div>`,
    '</form>',
  ].join('\n')
}
