import { formatMoment } from '#backend/mail/japanese-date.ts'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import { connectionKindLabels, scopeWords, type ConnectionKind } from '#vocabulary/connection.ts'
import { pages } from '#vocabulary/pages.ts'
import type { ConnectionRow } from './rows.ts'

export type ConnectionOccasion = 'made' | 'stopped'

/**
 * To every contact of who made it, and of the holder where that is another: somebody may be letting a program in. The name the
 * member gave it stays in my page.
 */
export function connectionMessages(
  occasion: ConnectionOccasion,
  row: ConnectionRow,
): readonly MemberMessage[] {
  return [...new Set([row.account_id, row.holder_account_id])].map((accountId) =>
    connectionMessage(occasion, accountId, row),
  )
}

export function connectionMessage(
  occasion: ConnectionOccasion,
  accountId: string,
  row: ConnectionRow,
): MemberMessage {
  const kind = kindOf(row)
  return {
    accountId,
    sourceRef: `connection-${occasion}:${row.connection_id}`,
    kind: 'security',
    isToAllContacts: true,
    ...words[occasion](kind),
    facts: [
      { label: '種類', value: connectionKindLabels[kind] },
      {
        label: '許していること',
        value: row.scopes.map((scope) => scopeWords[scope].label).join('、'),
      },
      {
        label: '見える回線',
        value: row.line_ids === null ? 'すべて' : `${row.line_ids.length}回線`,
      },
      ...(occasion === 'made' ? [{ label: '期限', value: formatMoment(row.ends_at) }] : []),
    ],
    link: { label: '連携とアクセスキーを開く', path: pages.connections },
  }
}

export const kindOf = ({ kind }: Pick<ConnectionRow, 'kind'>): ConnectionKind =>
  kind === 'app' ? 'app' : 'key'

type Words = Pick<MemberMessage, 'subject' | 'paragraphs'>

const words: Readonly<Record<ConnectionOccasion, (kind: ConnectionKind) => Words>> = {
  made: (kind) => ({
    subject: kind === 'key' ? 'アクセスキーを作りました' : 'アプリを連携しました',
    paragraphs: [
      'プログラムから、マイページの一部を使えるようになりました。料金のかかること、契約を変えることは、プログラムからはできません。',
      'お心当たりがないときは、マイページの「連携とアクセスキー」ですぐに取り消し、ほかの端末のログインをすべて終わらせてください。',
    ],
  }),
  stopped: () => ({
    subject: 'アプリの連携を止めました',
    paragraphs: [
      '一度使われた認証の情報が、もう一度使われました。写し取られたおそれがあるため、この連携を止めました。',
      'お使いになるときは、アプリからもう一度連携してください。',
      ifUnexpected,
    ],
  }),
}
