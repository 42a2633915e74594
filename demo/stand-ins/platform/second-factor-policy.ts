import { Check } from 'oidc-provider/lib/helpers/interaction_policy/index.js'

/** What the stand-in calls a login with a second factor (`acr`); decision 052. */
export const SECOND_FACTOR_ACR = 'https://refeds.org/profile/mfa'

/** Why a login is asked for although one is fresh enough: it was made without the second factor. */
export const SECOND_FACTOR_REASON = 'second_factor'

export const wantsSecondFactor = (acrValues: unknown): boolean =>
  typeof acrValues === 'string' && acrValues.split(' ').includes(SECOND_FACTOR_ACR)

/** To the library `acr_values` is a request that may be ignored; here it is met. */
export const secondFactorCheck = new Check(
  SECOND_FACTOR_REASON,
  'a login with a second factor is asked for',
  ({ oidc }) =>
    wantsSecondFactor(oidc.params?.['acr_values']) && oidc.session?.acr !== SECOND_FACTOR_ACR,
)
