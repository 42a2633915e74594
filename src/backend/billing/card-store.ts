/** Where a card's token is sealed for. */
export const cardPlace = (contractId: string) => `payment_card.token:${contractId}`
