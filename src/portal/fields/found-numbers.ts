import { isEid } from '#vocabulary/eid.ts'

/** What a handed-over text holds that a form of ours asks for. */
export type Found = {
  readonly kind: 'eid' | 'mnp' | 'code'
  readonly value: string
}

/** Digits as messages group them: 「10-123-45678」, 「8904 9032 …」; full width too. */
const groups = /\d(?:[-\s]?\d)*/g

const kindOf = (digits: string): Found['kind'] | undefined => {
  if (isEid(digits)) return 'eid'
  // The receiving carrier asks for ten digits (MNP reservation number).
  if (/^\d{10}$/.test(digits)) return 'mnp'
  if (/^\d{6}$/.test(digits)) return 'code'
  return undefined
}

/** An EID, an MNP reservation number or a confirmation code in a text, in the order in which they stand there. */
export function findIn(text: string): Found[] {
  const found = [...text.normalize('NFKC').matchAll(groups)].flatMap(([group]) => {
    const value = group.replaceAll(/[-\s]/g, '')
    const kind = kindOf(value)
    return kind === undefined ? [] : [{ kind, value }]
  })
  return [...new Map(found.map((one) => [one.value, one])).values()]
}
