/** A picture inside a mail, named by the HTML as `cid:…`. */
export type MailPicture = { cid: string; png: Buffer }

export type Mail = {
  id: string
  to: string
  subject: string
  text: string
  /** The same in HTML, beside the text; none where only the text is known. */
  html?: string
  pictures?: readonly MailPicture[]
  /** Where the mail is returned to, if it cannot be delivered. */
  returnTo?: string
  /** Where one click stops mails of this kind (RFC 8058). */
  stopUrl?: string
  at: Temporal.Instant
}

export type MailPort = { send: (mail: Mail) => Promise<void> }
