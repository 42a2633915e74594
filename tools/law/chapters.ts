import type { Chapter } from './duty.ts'
import { everybody, sales, tax } from './money.ts'
import { minors, misuse, personalData } from './persons.ts'
import { numberPortability, telecomBusiness } from './telecom.ts'

/** Every duty by law that the portal answers to, in the order of docs/law.md. */
export const chapters: readonly Chapter[] = [
  telecomBusiness,
  numberPortability,
  misuse,
  minors,
  personalData,
  sales,
  tax,
  everybody,
]
