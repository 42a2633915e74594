type Sum = { readonly outOfScopeYen: number }

/** 税込 is said of a sum only where every part of it is taxed. */
export const taxNote = ({ outOfScopeYen }: Sum) => (outOfScopeYen === 0 ? '（税込）' : '')

export const billedTerm = (of: Sum) => `ご請求金額${taxNote(of)}`
