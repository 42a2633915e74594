import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Transporter } from 'nodemailer'
import type { MailPicture, MailPort } from '#backend/ports/mail.ts'

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
      const { to, subject, text, html, returnTo, stopUrl } = mail
      await transport.sendMail({
        messageId,
        ...(returnTo && { envelope: { from: returnTo, to } }),
        headers: { ...writtenByMachine, ...(stopUrl && oneClickStop(stopUrl)) },
        to,
        subject,
        text,
        ...(html && { html, attachments: (mail.pictures ?? []).map(inlinePicture) }),
      })
    },
  }
}

/** Absence notes are not sent to it (RFC 3834). */
const writtenByMachine = { 'Auto-Submitted': 'auto-generated' }

/** The button of the mail program stops mails of this kind without a page (RFC 2369, RFC 8058). */
const oneClickStop = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Shown where the HTML names it, and in no list of attachments. */
const inlinePicture = ({ cid, png }: MailPicture) => ({
  cid,
  filename: `${cid}.png`,
  content: png,
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
})

/** The name begins with the time, so that the newest comes first; written whole or not at all. */
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
        ...(mail.html && { html: withPictures(mail.html, mail.pictures ?? []) }),
        ...(mail.stopUrl && { stopUrl: mail.stopUrl }),
        sentAt: mail.at.toString(),
      }
      const draft = join(folder, `.${name}.part`)
      await writeFile(draft, JSON.stringify(written, null, 2))
      await rename(draft, join(folder, name))
    },
  }
}

/** One file shows the whole mail: the pictures stand in their places. */
function withPictures(html: string, pictures: readonly MailPicture[]): string {
  return pictures.reduce(
    (whole, { cid, png }) =>
      whole.replaceAll(`"cid:${cid}"`, `"data:image/png;base64,${png.toString('base64')}"`),
    html,
  )
}
