/** Mails as they come to a return address, written by the programs that tests play: no real person's. */

type Report = {
  readonly to: string
  /** The status code (RFC 3463) and the action of the first recipient. */
  readonly status?: string
  readonly action?: string
  /** What stands in the part of the returned mail. */
  readonly original?: string
}

const lines = (...all: readonly string[]) => all.join('\r\n')

/** A delivery report as Postfix writes it (RFC 3464). */
export const deliveryReport = ({
  to,
  status = '5.1.1',
  action = 'failed',
  original = '',
}: Report) =>
  lines(
    'From: MAILER-DAEMON@mx.example.net (Mail Delivery System)',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I could not deliver your mail.',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    'Final-Recipient: rfc822; somebody@example.jp',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 no such',
    '    user here',
    '--b1',
    'Content-Type: message/rfc822',
    '',
    original,
    '--b1--',
    '',
  )

/** A complaint as providers send it on behalf of a reader (RFC 5965). */
export const complaintReport = ({ to, original = '' }: Report, type = 'abuse') =>
  lines(
    'From: feedback@provider.example.net',
    `To: ${to}`,
    'Subject: complaint',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'This is a report.',
    '--b1',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: provider/1',
    'Version: 1',
    '--b1',
    'Content-Type: message/rfc822',
    '',
    original,
    '--b1--',
    '',
  )

/** An absence note (RFC 3834): it comes to the return address, and says nothing of it. */
export const absenceNote = (to: string) =>
  lines(
    'From: somebody@example.jp',
    `To: ${to}`,
    'Subject: I am away',
    'Auto-Submitted: auto-replied (vacation)',
    '',
    'Until Monday.',
  )

/** What an old mail server returns: words alone. */
export const wordsOnly = (to: string) =>
  lines('From: postmaster@old.example.net', `To: ${to}`, 'Subject: failure notice', '', 'Sorry.')
