export const maskedCard = (last4: string) => `**** **** **** ${last4}`
