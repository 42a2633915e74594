export type Mail = { id: string; to: string; subject: string; text: string; at: Temporal.Instant }

export type MailPort = { send: (mail: Mail) => Promise<void> }
