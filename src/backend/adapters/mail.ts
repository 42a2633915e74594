import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Transporter } from 'nodemailer'
import type { MailPort } from '#backend/ports/mail.ts'

/** @param url `smtp://…` or `smtps://…` for a real server; `file:///folder` writes one file a mail. */
export function createMail(options: { url: string; from: string }): MailPort {
  return options.url.startsWith('file:')
    ? mailFiles(fileURLToPath(options.url), options.from)
    : mailServer(options.url, options.from)
}

function mailServer(url: string, from: string): MailPort {
  // Loaded with the first mail: only the worker sends any.
  let opened: Promise<Transporter> | undefined
  const open = async () => (await import('nodemailer')).createTransport(url, { from })
  return {
    async send(mail) {
      const transport = await (opened ??= open())
      const messageId = `<${mail.id}@${from.split('@')[1]}>`
      await transport.sendMail({ messageId, to: mail.to, subject: mail.subject, text: mail.text })
    },
  }
}

/** The name begins with the time, so that the newest stands first; written whole or not at all. */
function mailFiles(folder: string, from: string): MailPort {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true })
      const name = `${mail.at.toString().replace(/[:.]/g, '-')}-${mail.id}.json`
      const written = {
        to: mail.to,
        from,
        subject: mail.subject,
        text: mail.text,
        sentAt: mail.at.toString(),
      }
      const draft = join(folder, `.${name}.part`)
      await writeFile(draft, JSON.stringify(written, null, 2))
      await rename(draft, join(folder, name))
    },
  }
}
