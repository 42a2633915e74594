import { html } from 'hono/html'
import { page } from '../wire/page.ts'

export const outcomes = [
  { value: 'matched', label: '一致した', note: '申込みの氏名・生年月日・住所と同じでした。' },
  { value: 'mismatch', label: '一致しない', note: '住所が申込みの内容と違いました。' },
  { value: 'unreadable', label: '読み取れない', note: 'カードを読み取れませんでした。' },
  { value: 'expired', label: '証明書の期限切れ', note: 'カードの電子証明書が切れていました。' },
] as const

export type Outcome = (typeof outcomes)[number]['value']

const title = '本人確認（読み取り）'

/** The page in place of holding the card against the phone: it asks which outcome to play. */
export function readingPage(told: 'nothing-chosen' | 'unreadable' | undefined): Promise<string> {
  const sentences = {
    'nothing-chosen': '読み取りの結果を一つ選んでください。',
    unreadable: 'カードを読み取れませんでした。もう一度お試しください。',
  }
  return page(
    told === undefined ? title : `エラー：${title}`,
    html`<h1>${title}</h1>
      <p>
        実際の画面では、マイナンバーカードのICチップをスマートフォンで読み取ります。この見本にカードは要りません。読み取りの結果を選んで進んでください。
      </p>
      <p class="note">マイナンバー（個人番号）は、読み取らず、保存もしません。</p>
      <form method="post" novalidate>
        <fieldset aria-describedby="outcome-error">
          <legend>読み取りの結果</legend>
          ${outcomes.map(
            ({ value, label, note }) =>
              html`<label class="choice">
                <input type="radio" name="outcome" value="${value}" required />${label}
                <span class="note">${note}</span>
              </label>`,
          )}
          <p id="outcome-error" class="error" ${told === undefined ? 'hidden' : ''}>
            ${told === undefined ? '' : sentences[told]}
          </p>
        </fieldset>
        <button type="submit">この結果で進む</button>
      </form>`,
  )
}

export function endedPage(): Promise<string> {
  return page(
    'この本人確認は終わっています',
    html`<h1>この本人確認は終わっています</h1>
      <p>手続きの画面に戻り、結果をご確認ください。期限が切れたときは、もう一度始められます。</p>`,
  )
}
