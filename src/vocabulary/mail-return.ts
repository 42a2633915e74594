/** What a mail that came back, or a report about it, says of the address it went to. */
export const mailReturnKinds = ['unknown', 'unreachable', 'complaint', 'refused', 'unread'] as const
export type MailReturnKind = (typeof mailReturnKinds)[number]

export const mailReturnLabels: Readonly<Record<MailReturnKind, string>> = {
  unknown: '宛先が見つからない',
  unreachable: '受信できない状態',
  complaint: '迷惑メールとしての報告',
  refused: '受信側の方針による拒否',
  unread: '理由の読み取れない返送',
}

/** Why mail to an address is taken to fail. */
export type MailFailure = Extract<MailReturnKind, 'unknown' | 'unreachable' | 'complaint'>
