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
  at: Temporal.Instant
}

export type MailPort = { send: (mail: Mail) => Promise<void> }
