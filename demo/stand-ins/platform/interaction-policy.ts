import { base, Prompt } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { secondFactorCheck } from './second-factor-policy.ts'

/** What the browser is asked before a login is granted: an account to make (`prompt=create`), the password, the code. */
export function interactionPolicy() {
  const policy = base()
  policy.add(new Prompt({ name: 'create', requestable: true }), 0)
  policy.get('login')?.checks.push(secondFactorCheck)
  return policy
}

/** Given with every answer of the login pages: who logs in instead has answered the request for an account too. */
export const createdAnswer = { create: {} }
