/** A number as it was typed, in plain digits. */
export const plainDigits = (typed: string | null | undefined) =>
  (typed ?? '').normalize('NFKC').replace(/\D/gu, '')
