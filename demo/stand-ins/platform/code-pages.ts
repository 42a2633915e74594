import { html } from 'hono/html'
import { fieldError, page } from '../wire/page.ts'
import { CODE_MINUTES } from './one-time-codes.ts'

export type CodeForm = { email: string; note?: string; error?: string; accountName: string }

/** The page that asks for the code: one field, what to do without a code, and a way back. */
export function codePage({ email, note, error, accountName }: CodeForm): Promise<string> {
  return page(
    `${error === undefined ? '' : 'エラー：'}確認コードの入力`,
    html`<p class="brand">${accountName}</p>
      <h1>確認コードの入力</h1>
      <p>
        大切なお手続きのため、ご本人であることを確認します。${maskMail(email)}
        にお送りした6桁の確認コードを入力してください。コードは${CODE_MINUTES}分間有効です。
      </p>
      ${note === undefined ? '' : html`<p role="status">${note}</p>`}
      <form method="post" novalidate>
        <label for="code">確認コード（6桁の数字）</label>
        <input
          id="code"
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="20"
          required
          aria-invalid="${error === undefined ? 'false' : 'true'}"
          aria-describedby="code-error"
        />
        ${fieldError('code-error', error)}
        <button type="submit">確認する</button>
        <button class="quiet" type="submit" name="resend" value="1">コードをもう一度送る</button>
        <button class="quiet" type="submit" name="back" value="1">確認せずに戻る</button>
      </form>
      <h2>コードが届かないとき</h2>
      <p>
        迷惑メールのフォルダーもご確認ください。メールアドレスが使えなくなったときは、本人確認書類により${accountName}の窓口で登録し直せます。
      </p>
      <p class="note">
        この画面は見本です。送られたコードは<a href="/mail?to=${encodeURIComponent(email)}"
          >見本の受信メール</a
        >で読めます。
      </p>`,
  )
}

/** `s***@example.jp`: enough to know which mailbox to open. */
export function maskMail(email: string): string {
  const at = email.indexOf('@')
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`
}
