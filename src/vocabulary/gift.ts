/** Digits of the code by which a gift is taken. */
export const giftCodeDigits = 8

/** What the other side sees of the giver, at most so many characters. */
export const giftNicknameLength = 10

/** As it is read out and typed: `1234-5678`. */
export const giftCodeWords = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
