/** 税込 is said of a sum only where every part of it is taxed. */
export const billedTerm = ({ outOfScopeYen }: { readonly outOfScopeYen: number }) =>
  outOfScopeYen === 0 ? 'ご請求金額（税込）' : 'ご請求金額'
