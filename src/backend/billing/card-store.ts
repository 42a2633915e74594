/** Where a card's token is sealed for. */
export const cardPlace = (contractId: string) => `payment_card.token:${contractId}`

/** The same for the card of an application, until it is the contract's. */
export const applicationCardPlace = (applicationId: string) => `application.card:${applicationId}`

/** The same for the card of an heir, until the contract is taken over. */
export const successionCardPlace = (successionId: string) => `succession.card:${successionId}`
