import { typedProfile } from '#protocol/account.ts'

// Apart from the parts themselves, which screens name: only the server parses, and no browser needs the schemas.

/** The wire's own schema of the part: on its form every field has to be filled. */
export const schemas = {
  email: typedProfile.pick({ email: true }),
  phone: typedProfile.pick({ phone: true }),
  name: typedProfile.pick({
    lastName: true,
    firstName: true,
    lastNameKana: true,
    firstNameKana: true,
  }),
  address: typedProfile.pick({ zipCode: true, region: true, locality: true, street: true }),
}
