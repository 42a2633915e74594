/** A number as people type it, in any width, with blanks and commas between thousands: as a program reads it. */
export const plainNumber = (typed: string) => typed.normalize('NFKC').replace(/[\s,]/gu, '')
