/** A number of the desk's own, as it goes into the audit: nothing that could be a name or a telephone number. */
export const caseNumber = /^[A-Z]{1,8}-[A-Z0-9-]{1,20}$/i
