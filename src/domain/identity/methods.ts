import {
  identityDocuments,
  type IdentityDocument,
  type IdentityMethod,
} from '#vocabulary/identity.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { inForce, type Dated } from '../catalogue/dated.ts'
import { tokyoDate, type TokyoDate } from '../tokyo.ts'

/** A method of identification that the law allows from a day to a day. */
export type MethodRow = Dated & {
  readonly method: IdentityMethod
  readonly documents: readonly IdentityDocument[]
  /** Who compares: the reader of chips, or a person of the staff. */
  readonly by: 'chip' | 'staff'
  /** Where it is written. */
  readonly source: string
  /** What our sources could not confirm. */
  readonly ask?: string
}

const everyDocument = namesOf(identityDocuments)
const REGULATION = '携帯電話不正利用防止法施行規則 第3条'

/**
 * What the law allows when. Since 2026-04-01 a person who is not met is identified by the chip: pictures of documents are no
 * method any more. A row is never edited: it gets a last day, and the next row follows.
 */
export const methodRows: readonly MethodRow[] = [
  {
    method: 'certificate',
    documents: ['my_number_card'],
    by: 'chip',
    validFrom: tokyoDate('2019-10-01'),
    source: REGULATION,
  },
  {
    // Of a licence the face is compared too: the chip alone does not show that its owner holds it.
    method: 'chip_and_face',
    documents: ['my_number_card', 'driving_licence'],
    by: 'chip',
    validFrom: tokyoDate('2019-10-01'),
    source: REGULATION,
  },
  {
    method: 'chip_and_face',
    documents: ['residence_card', 'special_permanent_resident_certificate'],
    by: 'chip',
    validFrom: tokyoDate('2019-10-01'),
    source: REGULATION,
    ask: '在留カードと特別永住者証明書のICチップも、この方法で認められるか',
  },
  {
    method: 'images',
    documents: everyDocument,
    by: 'staff',
    validFrom: tokyoDate('2019-10-01'),
    validTo: tokyoDate('2026-03-31'),
    source: REGULATION,
  },
  {
    method: 'restricted_mail',
    documents: everyDocument,
    by: 'staff',
    validFrom: tokyoDate('2019-10-01'),
    source: REGULATION,
    ask: '2026年4月1日のあとも、本人限定受取郵便が認められるか',
  },
]

/** What an identification rests on. */
export type Evidence = {
  readonly method: IdentityMethod
  readonly document: IdentityDocument
  /** The number of the document, or of the certificate in its chip. Never the My Number. */
  readonly reference: string
}

/** What a record lacks: the kind or number of the document, or a method that the law allows on the day. */
export type EvidenceFault = 'document' | 'method'

export function methodOn(
  { method, document }: Pick<Evidence, 'method' | 'document'>,
  on: TokyoDate,
): MethodRow | undefined {
  return methodRows.find(
    (row) => row.method === method && row.documents.includes(document) && inForce(row, on),
  )
}

/** Those by which a person of the staff may identify somebody on a day. */
export const methodsOfStaff = (on: TokyoDate): readonly MethodRow[] =>
  methodRows.filter((row) => row.by === 'staff' && inForce(row, on))

/** Whether an identification on a day can be recorded as the law wants it. */
export function evidenceFault(
  evidence: Evidence | undefined,
  on: TokyoDate,
): EvidenceFault | undefined {
  if (evidence === undefined || evidence.reference === '' || isMyNumber(evidence)) return 'document'
  return methodOn(evidence, on) === undefined ? 'method' : undefined
}

/** Twelve digits with a My Number card can only be the My Number, which is never stored: its certificates are numbered otherwise. */
function isMyNumber({ document, reference }: Evidence): boolean {
  return document === 'my_number_card' && /^\d{12}$/u.test(reference.replaceAll(/[\s-]/gu, ''))
}
