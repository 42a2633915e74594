import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CODE_MINUTES, type SentCode } from './one-time-codes.ts'

type MailOptions = { mailFolder: string; log?: (line: string) => void }

/** A code is a mail in the folder of the demo's mails; without a folder it is only in the outbox. */
export function mailsCodes(accountName: string, { mailFolder, log }: MailOptions) {
  return async ({ to, code, at }: SentCode) => {
    const name = `${at.toString().replace(/[:.]/g, '-')}-code-${randomUUID()}.json`
    const mail = { to, ...codeMail(accountName, code), sentAt: at.toString() }
    await writeFile(join(mailFolder, name), JSON.stringify(mail, null, 2)).catch((error: unknown) =>
      log?.(`mail of a code: ${String(error)}`),
    )
  }
}

const codeMail = (accountName: string, code: string) => ({
  subject: `【${accountName}】確認コードのお知らせ`,
  text: `確認コード：${code}

お手続きの画面に、${CODE_MINUTES}分以内に入力してください。
このコードは、だれにも教えないでください。当社の係員がお尋ねすることもありません。

お心当たりがないときは、ほかの人があなたのパスワードを知っているおそれがあります。
コードを入力せず、${accountName}のパスワードを変更してください。
`,
})
