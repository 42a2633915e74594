import { profileChanges } from '#protocol/account.ts'

// Apart from the parts themselves, which screens name: only the server parses, and no browser needs the schemas.

/** The wire's own schema of the part: on its form every field has to be filled. */
export const schemas = {
  email: profileChanges.pick({ email: true }).required(),
  phone: profileChanges.pick({ phone: true }).required(),
  name: profileChanges
    .pick({ lastName: true, firstName: true, lastNameKana: true, firstNameKana: true })
    .required(),
  address: profileChanges
    .pick({ zipCode: true, region: true, locality: true, street: true })
    .required(),
}
