import type { CaseReason, RecordPart, StaffRole, WorkQueue } from '#vocabulary/console.ts'
import { secretParts, type ProofStrength, type SecretPart } from '#vocabulary/console-record.ts'

/**
 * What an open grant is measured by: why it was opened, out of which queue's item, and how far the caller is proved.
 * `codes`: secret parts for which the member gave a code within this grant.
 */
export type GrantFacts = {
  readonly reason: CaseReason
  readonly about: WorkQueue | null
  readonly proof: ProofStrength
  readonly codes: readonly SecretPart[]
  /** Secret parts that two people have opened in the case by a legal paper. */
  readonly byLaw: readonly SecretPart[]
}

/** nothing; subjects: of messages only what they are about; masked: with personal fields hidden. */
export type Shown = 'nothing' | 'subjects' | 'masked'

/** Parts that are 通信の秘密: shown only with the member's code for just that, or by law, by two people. */
const isSecret = (part: RecordPart): part is SecretPart =>
  secretParts.some((secret) => secret === part)

type Table = Partial<Record<RecordPart, Shown>>

const general: Table = {
  summary: 'masked',
  lines: 'masked',
  orders: 'masked',
  data: 'masked',
  device: 'masked',
  record: 'masked',
  contact: 'subjects',
}

/** A caller who is proved is shown, through the desk, what the own page shows. */
const ofProvedCaller: Table = { ...general, billing: 'masked' }

const ofSafety: Table = general

const ofLawAndReview: Table = { ...general, billing: 'masked', contact: 'masked' }

/** An item of work shows what it is about, and nothing beside. */
const aboutItem: Record<WorkQueue, Table> = {
  identity: { summary: 'masked' },
  application: { summary: 'masked', orders: 'masked' },
  succession: { summary: 'masked', lines: 'masked', orders: 'masked' },
  claim: { summary: 'masked', lines: 'masked', device: 'masked' },
  refund: { summary: 'masked', billing: 'masked' },
  answer: { summary: 'masked', orders: 'masked', billing: 'masked' },
  order: { summary: 'masked', lines: 'masked', orders: 'masked' },
  usage: { summary: 'masked', lines: 'masked', data: 'masked' },
  bill: { summary: 'masked', billing: 'masked' },
  unpaid: { summary: 'masked', billing: 'masked', contact: 'subjects' },
  message: { summary: 'masked', contact: 'subjects' },
  hold: { summary: 'masked', orders: 'masked', device: 'masked' },
  ticket: { summary: 'masked' },
  approval: { summary: 'masked' },
}

function tableOf({ reason, about, proof }: GrantFacts): Table {
  switch (reason) {
    case 'contact':
      return proof === 'strong' ? ofProvedCaller : {}
    case 'work':
    case 'fault':
      return about === null ? {} : aboutItem[about]
    case 'safety':
      return ofSafety
    case 'legal':
    case 'review':
      return ofLawAndReview
  }
}

function opensSecret({ reason, proof, codes, byLaw }: GrantFacts, part: SecretPart): boolean {
  if (reason === 'legal') return byLaw.includes(part)
  return reason === 'contact' && proof === 'strong' && codes.includes(part)
}

/** What the grant shows of a part of the record. */
export function shownOf(facts: GrantFacts, part: RecordPart): Shown {
  if (isSecret(part)) return opensSecret(facts, part) ? 'masked' : 'nothing'
  return tableOf(facts)[part] ?? 'nothing'
}

/** Whether the fields by which the member is reached may be shown one by one. */
export const revealsContact = (facts: GrantFacts): boolean =>
  facts.reason === 'contact' ? facts.proof === 'strong' : shownOf(facts, 'summary') !== 'nothing'

/** Whether what a document is compared with may be shown one by one; by law it takes two people (`secrecy.legal`). */
export const revealsIdentity = ({ reason, about }: GrantFacts): boolean =>
  reason === 'work' && (about === 'identity' || about === 'succession')

const desk: readonly StaffRole[] = ['desk', 'procedures', 'billing', 'fraud']

/** For which reasons who opens a record: what shows it without the caller's proof is not everybody's to say. */
const openers: Record<CaseReason, readonly StaffRole[]> = {
  contact: desk,
  work: desk,
  fault: desk,
  safety: ['fraud', 'privacy'],
  legal: ['privacy'],
  review: ['privacy'],
}

/** Whether somebody with these roles opens a record for this reason. */
export const mayOpenFor = (roles: readonly StaffRole[], reason: CaseReason): boolean =>
  openers[reason].some((role) => roles.includes(role))
