import { html, raw } from 'hono/html'
import { page } from '../wire/page.ts'

export const outcomes = [
  { value: 'matched', label: '一致した', note: '申込みの氏名・生年月日・住所と同じでした。' },
  {
    value: 'undocumented',
    label: '一致したが、書類の番号を伝えない',
    note: '読み取りの相手の不具合。担当者が確認します。',
  },
  {
    value: 'faceless',
    label: '一致したが、容貌の画像がない',
    note: 'ICチップだけを読み取り、容貌を比べていません。担当者が確認します。',
  },
  { value: 'mismatch', label: '一致しない', note: '住所が申込みの内容と違いました。' },
  { value: 'unreadable', label: '読み取れない', note: 'カードを読み取れませんでした。' },
  { value: 'expired', label: '証明書の期限切れ', note: 'カードの電子証明書が切れていました。' },
] as const

export type Outcome = (typeof outcomes)[number]['value']

/** Documents with a chip, in the words of docs/outside-systems.md 4. */
export const documents = [
  { value: 'my_number_card', label: 'マイナンバーカード', note: '署名用電子証明書で確認します。' },
  { value: 'driving_licence', label: '運転免許証', note: 'ICチップと容貌の画像で確認します。' },
  { value: 'residence_card', label: '在留カード', note: 'ICチップと容貌の画像で確認します。' },
  {
    value: 'special_permanent_resident_certificate',
    label: '特別永住者証明書',
    note: 'ICチップと容貌の画像で確認します。',
  },
] as const

export type DocumentKind = (typeof documents)[number]['value']

const title = '本人確認（読み取り）'

/** What the reader is asked to show besides: the QR code by which a phone opens the same page. */
export type Reading = {
  shown?: 'nothing-chosen' | 'unreadable'
  /** The page's own address. */
  url: string
  /** It is read at a desk: the QR code is there without a press. */
  isAtDesk: boolean
}

/** Loaded with the first page: a server that starts has no use for it. */
async function qrOf(url: string) {
  const { default: codes } = await import('qrcode')
  return codes.toString(`${url}?phone=1`, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
}

/** The page in place of holding the card against the phone: it asks which outcome to play. */
export async function readingPage({ shown, url, isAtDesk }: Reading): Promise<string> {
  const sentences = {
    'nothing-chosen': '読み取りの結果を一つ選んでください。',
    unreadable: 'カードを読み取れませんでした。もう一度お試しください。',
  }
  return page(
    shown === undefined ? title : `エラー：${title}`,
    html`<h1>${title}</h1>
      <p>
        実際の画面では、マイナンバーカード、運転免許証、在留カード、特別永住者証明書のICチップをスマートフォンで読み取ります。この見本では書類は不要です。読み取る書類と結果を選んで進んでください。
      </p>
      <p class="note">マイナンバー（個人番号）は、読み取らず、保存もしません。</p>
      <details ${isAtDesk ? 'open' : ''}>
        <summary>パソコンでご覧の方（QRコードを表示）</summary>
        <p>
          スマートフォンでQRコードを読み取り、そちらで書類を読み取ってください。終わったら、この画面で「読み取りが終わった」を押してください。
        </p>
        <div class="qr" role="img" aria-label="この画面を開くQRコード">${raw(await qrOf(url))}</div>
        <p><a class="button" href="${url}">読み取りが終わった</a></p>
      </details>
      <form method="post" novalidate>
        <fieldset>
          <legend>読み取る書類</legend>
          ${documents.map(
            ({ value, label, note }, index) =>
              html`<label class="choice">
                <input
                  type="radio"
                  name="document"
                  value="${value}"
                  ${index === 0 ? 'checked' : ''}
                />${label}
                <span class="note">${note}</span>
              </label>`,
          )}
        </fieldset>
        <fieldset aria-describedby="outcome-error">
          <legend>読み取りの結果</legend>
          ${outcomes.map(
            ({ value, label, note }) =>
              html`<label class="choice">
                <input type="radio" name="outcome" value="${value}" required />${label}
                <span class="note">${note}</span>
              </label>`,
          )}
          <p id="outcome-error" class="error" ${shown === undefined ? 'hidden' : ''}>
            ${shown === undefined ? '' : sentences[shown]}
          </p>
        </fieldset>
        <button type="submit">この結果で進む</button>
      </form>`,
  )
}

/** Of a session that is over: back to where it was begun, if that is known. */
export function endedPage(backUrl?: string): Promise<string> {
  return page(
    'この本人確認は終わっています',
    html`<h1>この本人確認は終わっています</h1>
      <p>
        手続きを始めた端末の画面で、結果をご確認ください。時間が切れたときは、もう一度始められます。
      </p>
      ${backUrl === undefined ? '' : html`<p><a class="button" href="${backUrl}">手続きの画面に戻る</a></p>`}`,
  )
}
