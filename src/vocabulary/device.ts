/** Why a device has to be repaired or exchanged (つながる端末保証 利用規約 第6条). */
export const damageCauses = ['failure', 'damage'] as const
export type DamageCause = (typeof damageCauses)[number]

export const damageCauseLabels: Readonly<Record<DamageCause, string>> = {
  failure: '自然故障',
  damage: '破損',
}

/** By what a device is repaired or exchanged: the option of its line, or what comes with a device bought from us. */
export const claimBases = ['cover', 'exchangeOption'] as const
export type ClaimBasis = (typeof claimBases)[number]

export const claimBasisLabels: Readonly<Record<ClaimBasis, string>> = {
  cover: 'つながる端末保証',
  exchangeOption: '端末交換オプション',
}

/** Why a registration did not come about. */
export const registrationFaults = ['notSeen', 'otherDevice', 'notCoverable', 'notInForce'] as const
export type RegistrationFault = (typeof registrationFaults)[number]

export const registrationFaultSentences: Readonly<Record<RegistrationFault, string>> = {
  notSeen:
    'この回線のSIMが入った端末を確認できませんでした。SIMを端末に入れて一度通信してから、もう一度お手続きください。',
  otherDevice:
    '入力されたIMEIと、この回線のSIMが入っている端末のIMEIが違いました。SIMを登録する端末に入れて、もう一度お手続きください。',
  notCoverable: 'この端末は、端末保証の対象として登録できません。お問い合わせください。',
  notInForce: 'つながる端末保証が終わったため、登録できませんでした。',
}

/** Why a claim is not paid for (第9条 and 第6条 2); the operator chooses one. */
export const claimRefusalReasons = {
  lost: '紛失または盗難は、対象になりません（規約 第9条）。',
  misuse: '故意または重大な過失による故障と損傷は、対象になりません（規約 第9条）。',
  before: '登録する前に生じていた故障と損傷は、対象になりません（規約 第9条）。',
  altered: '改造や、認められていない修理による故障は、対象になりません（規約 第9条）。',
  wear: '電池の消耗、傷、変色など、機能に影響のないものは、対象になりません（規約 第9条）。',
  accessory: '付属品だけの故障は、対象になりません（規約 第9条）。',
  software: '基本ソフト（OS）、アプリ、データの不具合は、対象になりません（規約 第9条）。',
  disaster: '地震、津波、噴火などによる損傷は、対象になりません（規約 第9条）。',
  tooOld:
    '発売から3年を過ぎた端末の自然故障は、対象になりません（つながる端末保証 利用規約 第6条）。',
  otherDevice: '届いた端末が、登録された端末と異なりました（規約 第11条）。',
} as const satisfies Record<string, string>
export type ClaimRefusalReason = keyof typeof claimRefusalReasons

/** Of a day on which something has happened: a purchase, a damage. */
export const notYet = '今日までの日付を入力してください。'

/** An IMEI is 15 digits of which the last is a check digit after Luhn (3GPP TS 23.003). */
export const imeiMistyped =
  'IMEIのどこかの数字が違っているようです。端末の画面と見比べて、もう一度入力してください。'

export function isImei(digits: string): boolean {
  return /^\d{15}$/.test(digits) && luhnSum(digits) % 10 === 0
}

/** From the right every second digit counts twice, and 9 less where that has two digits. */
function luhnSum(digits: string): number {
  return [...digits].toReversed().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}
