import { sql } from 'kysely'
import {
  column,
  deletedWhen,
  internal,
  key,
  ofAccount,
  ofContract,
  said,
  sealed,
  secret,
  table,
} from '#backend/table.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import {
  connectionEndWords,
  connectionKindLabels,
  scopeWords,
  type AccessScope,
  type PreparedProcedure,
} from '#vocabulary/connection.ts'
import { operationLabels } from '#vocabulary/operation.ts'
import { connectionStateWords } from '#vocabulary/states/connection.ts'
import { artifactAad, clientNameAad, nameAad } from './rows.ts'

/** Days for which what is over is shown. */
const SHOWN_DAYS = 180

const scopeLabels = Object.fromEntries(
  Object.entries(scopeWords).map(([name, { label }]) => [name, label]),
)

export const connectionTables = [
  /** Programs that members have let in; of a key only the hash is stored. */
  table(
    'connection',
    ofContract('連携とアクセスキー', 'settings', {
      earlier: {
        words: '終わってから180日',
        when: ({ now }) => sql`ended_at < ${now.subtract({ hours: 24 * SHOWN_DAYS })}`,
      },
    }),
    {
      connection_id: key<string>(),
      kind: column<string>(said('種類', connectionKindLabels)),
      account_id: internal<string>(),
      holder_account_id: internal<string>(),
      family_role_id: internal<string | null>(),
      name_sealed: sealed<string, { connection_id: string }>({
        aad: (row) => nameAad(row.connection_id),
        title: '名前',
      }),
      scopes: column<AccessScope[]>({
        title: '許していること',
        show: (scopes) => scopes.map((scope) => scopeWords[scope].label),
      }),
      line_ids: internal<string[] | null>(),
      secret_hash: secret<string | null>(),
      prefix: column<string | null>('キーのはじめ'),
      client_id: internal<string | null>(),
      grant_id: secret<string | null>(),
      state: column<string>(said('状態', connectionStateWords)),
      made_at: column<Temporal.Instant>('作った日時'),
      ends_at: column<Temporal.Instant>('期限'),
      ended_at: column<Temporal.Instant | null>('終わった日時'),
      ended_by: column<string | null>({
        title: '終わった理由',
        show: (because) =>
          because === null
            ? null
            : (Object.entries(connectionEndWords).find(([one]) => one === because)?.[1] ?? because),
      }),
      last_used_at: column<Temporal.Instant | null>('最後に使われた日時'),
      last_address: column<string | null>('最後に使われた接続元'),
      last_program: column<string | null>('最後に使ったプログラム'),
      changed_at: column<Temporal.Instant>('最後に変わった日時'),
    },
  ),
  /** Drafts of procedures, until the member confirms or throws them away. */
  table(
    'prepared_order',
    ofContract('手続きの下書き', 'settings', {
      earlier: { words: '期限まで（作ってから7日）', when: ({ now }) => sql`expires_at < ${now}` },
    }),
    {
      prepared_id: key<string>(),
      connection_id: internal<string>(),
      procedure: column<PreparedProcedure>(said('手続き', operationLabels)),
      address: internal<string>(),
      made_at: column<Temporal.Instant>('作られた日時'),
      expires_at: column<Temporal.Instant>('期限'),
    },
  ),
  /** Apps: the operator's, and those that members have made for themselves. */
  table('oauth_client', ofAccount('ご自身で登録したアプリ', 'account'), {
    client_id: key<string>(),
    account_id: key<string | null>(),
    /** Of the operator's; a member's own has `name_sealed` instead. */
    name: internal<string>(),
    name_sealed: sealed<string | null, { client_id: string }>({
      aad: (row) => clientNameAad(row.client_id),
      title: '名前',
    }),
    redirect_uris: column<string[]>('戻り先'),
    scopes: column<AccessScope[] | null>({
      title: '求められること',
      show: (scopes) => scopes?.map((scope) => scopeWords[scope].label) ?? null,
    }),
    secret_hash: secret<string | null>(),
    made_at: column<Temporal.Instant>('登録した日時'),
    ended_at: column<Temporal.Instant | null>('終わった日時'),
  }),
  /** Of the authorization server; machine time, as logins. */
  table(
    'oauth_artifact',
    deletedWhen(({ loginNow }) => sql`expires_at < ${loginNow.subtract({ hours: 24 })}`),
    {
      model: internal<string>(),
      id_hash: secret<string>(),
      payload_sealed: sealed<string, { model: string; id_hash: string }>({
        aad: (row) => artifactAad(row.model, row.id_hash),
        omit: 'secret',
      }),
      grant_id: internal<string | null>(),
      uid_hash: secret<string | null>(),
      scopes: internal<AccessScope[] | null>(),
      audience: internal<string | null>(),
      expires_at: internal<Temporal.Instant>(),
      consumed_at: internal<Temporal.Instant | null>(),
    },
  ),
  table(
    'connection_request',
    ofAccount('アプリからの連携の申し出', 'account', {
      earlier: {
        words: '始めてから1日と30分',
        when: ({ loginNow }) => sql`expires_at < ${loginNow.subtract({ hours: 24 })}`,
      },
    }),
    {
      request_id: key<string>(),
      client_id: internal<string>(),
      scopes: column<AccessScope[]>({
        title: '求められたこと',
        show: (scopes) => scopes.map((scope) => scopeWords[scope].label),
      }),
      resource: internal<string>(),
      redirect_host: column<string>('戻り先'),
      made_at: column<Temporal.Instant>('始まった日時'),
      expires_at: column<Temporal.Instant>('期限'),
      decided_at: column<Temporal.Instant | null>('決めた日時'),
      connection_id: internal<string | null>(),
    },
  ),
  /** By day, when a connection last used each of its scopes. */
  table(
    'connection_use',
    ofContract('連携とアクセスキーの利用', 'settings', {
      earlier: {
        words: '180日',
        when: ({ now }) => sql`last_at < ${now.subtract({ hours: 24 * SHOWN_DAYS })}`,
      },
    }),
    {
      connection_id: key<string>(),
      day: column<TokyoDate>('日'),
      scope: column<AccessScope>(said('使ったこと', scopeLabels)),
      last_at: column<Temporal.Instant>('最後の日時'),
    },
  ),
]
