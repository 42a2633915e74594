import type { Generated, JSONColumnType } from 'kysely'
import { column, fromJson, internal, key, ofAccount, said, sealed, table } from '#backend/table.ts'
import { verifiedIdentityAad } from '#backend/verified-identity.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import {
  identityCheckers,
  identityDocuments,
  identityMethods,
  identityRecorders,
  type IdentityDocument,
  type IdentityMethod,
} from '#vocabulary/identity.ts'
import { identityStateWords } from '#vocabulary/states/identity.ts'
import { evidenceAad, expectedAad } from './rows/checks.ts'
import { decisionAads } from './rows/decisions.ts'
import { recordAads } from './rows/records.ts'

export const identityTables = [
  /**
   * Who the contract holder was when an identity document was last compared. It stands apart from the profile, which
   * the member changes.
   */
  table('verified_identity', ofAccount('本人確認の結果', 'identity'), {
    /** Sealed JSON: name, kana, birth, address. */
    identity_sealed: sealed<string, { account_id: string }>({
      aad: (row) => verifiedIdentityAad(row.account_id),
      title: '確認した内容',
      show: fromJson,
    }),
    /** Of the version before; the record says how. */
    method: internal<string>(),
    verified_on: column<TokyoDate>('確認日'),
    verified_at: column<Temporal.Instant>('確認日時'),
  }),
  /**
   * The record of an identification (携帯電話不正利用防止法 第4条), one for each check that was passed. Of checks before it the worker
   * writes what is known; the rest is not recorded.
   */
  table('identity_record', ofAccount('本人確認の記録', 'identity'), {
    check_id: column<string>('記録の番号'),
    method: column<IdentityMethod>(said('方法', identityMethods)),
    document_kind: column<IdentityDocument | null>({
      title: '書類の種類',
      show: (kind) => (kind === null ? '記録がありません' : identityDocuments[kind]),
    }),
    /** The number of the document, or of the certificate in its chip: never the My Number. */
    reference_sealed: sealed<string | null, { check_id: string }>({
      aad: (row) => recordAads.reference(row.check_id),
      title: '書類または電子証明書の番号',
    }),
    compared_sealed: sealed<string | null, { check_id: string }>({
      aad: (row) => recordAads.compared(row.check_id),
      title: '書類と比べた内容',
      show: fromJson,
    }),
    checked_by: column<'chip' | 'staff'>(said('確認した者', identityCheckers)),
    recorded_by: column<'system' | 'staff'>(said('記録した者', identityRecorders)),
    /** The names of our staff are theirs: the member reads that a person did it. */
    staff_sealed: sealed<string | null, { check_id: string }>({
      aad: (row) => recordAads.staff(row.check_id),
      omit: 'internal',
    }),
    verified_on: column<TokyoDate>('確認日'),
    recorded_at: column<Temporal.Instant>('記録した日時'),
  }),
  /**
   * What staff decided about a check that no reading could settle; the worker carries it out. The member reads the
   * reason: it holds nothing personal.
   */
  table('identity_decision', ofAccount('本人確認の担当者の判断', 'identity'), {
    check_id: key<string>(),
    decision: column<'approved' | 'refused' | 'documents_asked'>(
      said('判断', {
        approved: '確認済み',
        refused: 'お受けできず',
        documents_asked: 'ほかの書類のお願い',
      }),
    ),
    /** Why it was refused, or what is asked for instead. */
    reason: column<string | null>('理由・お願い'),
    /** What an approval rests on; it stands in the record. */
    evidence_sealed: sealed<string | null, { check_id: string }>({
      aad: (row) => decisionAads.evidence(row.check_id),
      omit: 'internal',
    }),
    staff_sealed: sealed<string | null, { check_id: string }>({
      aad: (row) => decisionAads.staff(row.check_id),
      omit: 'internal',
    }),
    decided_at: column<Temporal.Instant>('判断した日時'),
    carried_out_at: column<Temporal.Instant | null>('手続きに反映した日時'),
  }),
  /** Checks by IC chip. Neither the document nor its number is stored, only what came of the reading. */
  table('identity_check', ofAccount('本人確認の手続き', 'identity'), {
    check_id: key<string>(),
    contract_id: key<string | null>(),
    /** The order, or change of the profile, that waits for it. */
    order_no: column<string>('手続きの受付番号'),
    state: column<string>(said('状態', identityStateWords)),
    attempts: column<Generated<number>>('読み取りの回数'),
    /** One more for each time staff asked for other documents; the readings are counted within it. */
    round: column<Generated<number>>('書類をお願いした回数'),
    session_id: internal<string | null>(),
    expires_at: column<Temporal.Instant | null>('期限'),
    verified_on: column<TokyoDate | null>('確認日'),
    /** Names of the fields that differ, never their contents. */
    failure: column<JSONColumnType<string[]> | null>({
      title: '確認できなかった理由',
      show: (failure) => failure,
    }),
    back_path: internal<string | null>(),
    /** What staff asked to be read instead, in the member's words. */
    asked: column<string | null>('担当者からのお願い'),
    /** Sealed JSON of what is compared with the document; null before the first reading. */
    expected_sealed: sealed<string | null, { check_id: string }>({
      aad: (row) => expectedAad(row.check_id),
      title: '書類と比べた内容',
      show: fromJson,
    }),
    /** Sealed JSON: what the reader said of the document in the session that ended last. */
    evidence_sealed: sealed<string | null, { check_id: string }>({
      aad: (row) => evidenceAad(row.check_id),
      title: '読み取った書類',
      show: fromJson,
    }),
    opened_at: column<Temporal.Instant>('始まった日時'),
    changed_at: column<Temporal.Instant>('最後に進んだ日時'),
  }),
]
