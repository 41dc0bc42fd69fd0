import { createApi } from '#client/core/http/api.ts'
import { authContract } from '#shared/auth/contract.ts'
import { businessContract } from '#shared/business/contract.ts'
import { mediaContract } from '#shared/media/contract.ts'
import { sender } from './api-sender.ts'
import { imageFile } from './image-file.ts'
import { mailedLink } from './mailbox.ts'

const password = 'Correct-horse-1'

/** Creates a merchant for one test, with a confirmed e-mail and a registered business that waits for approval. */
export async function registeredMerchant(baseURL: string, company: string) {
  const email = `${company.toLowerCase().replace(/\W+/g, '-')}@review.example`
  const open = createApi(authContract, sender(baseURL))
  await open.register({ body: { email, password, passwordConfirm: password, businessName: company } })
  const link = await mailedLink(baseURL, email, '/email-confirmation')
  await open.confirmEmail({ query: { confirmation: new URL(link).searchParams.get('confirmation')! } })
  const { jwt } = await open.signIn({ body: { identifier: email, password } })
  const file = await imageFile('registration.png', company)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file.buffer)], { type: file.mimeType }), file.name)
  const headers = { authorization: `Bearer ${jwt}` }
  const sent = await fetch(`${baseURL}/api/uploads?purpose=document`, { method: 'POST', headers, body: form })
  const documents = mediaContract.upload.answer.parse(await sent.json())
  const business = createApi(businessContract, sender(baseURL, jwt))
  await business.create({ body: { registration_no: `REG ${company}`, details: { documents, country: 'Malaysia' } } })
  return { email, password, business }
}

/** The mails to an address, newest last. */
export async function mailsTo(baseURL: string, address: string): Promise<{ subject: string; text: string }[]> {
  const mails = (await (await fetch(`${baseURL}/mailbox.json`)).json()) as {
    to: string
    subject: string
    text: string
  }[]
  return mails.filter(({ to }) => to === address)
}
