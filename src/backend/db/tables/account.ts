import type { Proof } from '#vocabulary/proof.ts'
import type { NoticeChannel, NoticeKind } from '#vocabulary/notice.ts'
import type { Generated } from 'kysely'

export type AccountTables = {
  account: {
    account_id: string
    subject: string
    login_name_sealed: string
    /** Sealed JSON of the profile fields the specification shows (section 3). */
    profile_sealed: string
    email_index: string
    staff: Generated<boolean>
    created_at: Temporal.Instant
  }
  session: {
    session_hash: string
    account_id: string
    created_at: Temporal.Instant
    last_seen_at: Temporal.Instant
    expires_at: Temporal.Instant
    /** When the password was typed; null where the provider does not say. */
    authenticated_at: Temporal.Instant | null
    /** The same, if the login was made with a second factor. */
    second_factor_at: Temporal.Instant | null
    id_token_sealed: string
    user_agent: string
    /** With its last part hidden; empty where it is not known. */
    address_masked: Generated<string>
    device_hash: string | null
    /** The first login from its device, while the account knew others. */
    is_new_device: Generated<boolean>
    ended_at: Temporal.Instant | null
  }
  login_attempt: {
    attempt_hash: string
    state: string
    nonce: string
    verifier_sealed: string
    back_path: string
    proof: Proof | null
    created_at: Temporal.Instant
    used_at: Temporal.Instant | null
  }
  notice: {
    account_id: string
    notice_id: string
    kind: NoticeKind
    title: string
    /** Of notices raised before bodies were sealed. */
    body: string | null
    body_sealed: string | null
    href: string | null
    /** The same went out by mail. */
    mailed: Generated<boolean>
    raised_at: Temporal.Instant
    read_at: Temporal.Instant | null
    source_ref: string
  }
  mail_message: {
    mail_id: string
    account_id: string
    channel: Generated<NoticeChannel>
    subject: string
    body_sealed: string
    /** Null in mails that were queued before there was an HTML form. */
    content_sealed: string | null
    address_sealed: string
    state: 'queued' | 'sent' | 'failed'
    queued_at: Temporal.Instant
    /** By the database's clock. */
    waits_since: Generated<Temporal.Instant>
    sent_at: Temporal.Instant | null
    source_ref: string
  }
  /** What the member has chosen; a kind without a row goes where the rules say. */
  notice_setting: {
    account_id: string
    kind: NoticeKind
    mail: boolean
    sms: boolean
    changed_at: Temporal.Instant
  }
  profile_draft: {
    account_id: string
    device_hash: string
    changes_sealed: string
    kept_until: Temporal.Instant
  }
  profile_edit: {
    account_id: string
    edit_no: string
    state: string
    /** Sealed JSON: the fields that change, before and after. */
    changes_sealed: string
    needs_proof: boolean
    submitted_at: Temporal.Instant
    changed_at: Temporal.Instant
    decided_at: Temporal.Instant | null
    /** It comes into force no sooner: it followed a login from a new device. */
    held_until: Temporal.Instant | null
  }
  contact_code: {
    account_id: string
    edit_no: string
    place: 'oldEmail' | 'newEmail' | 'oldPhone' | 'newPhone'
    contact_sealed: string
    code_hash: string
    sent_count: number
    tries: number
    expires_at: Temporal.Instant
    resend_from: Temporal.Instant
    confirmed_at: Temporal.Instant | null
  }
  contact_message: {
    account_id: string
    message_id: string
    channel: 'mail' | 'sms'
    contact_sealed: string
    subject: string
    /** Empty once it was sent. */
    body_sealed: string
    state: 'queued' | 'sent' | 'failed' | 'outdated'
    queued_at: Temporal.Instant
    useful_until: Temporal.Instant | null
    sent_at: Temporal.Instant | null
  }
}
