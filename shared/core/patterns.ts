/** The shared patterns of every form and every route. */
export const patterns = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/,
  phone: /^[0+]\d{8,14}$/,
  password: /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z\d]).{8,128}$/,
  postcode: /^\d{5,9}$/,
  website: /^(https?:\/\/|www\.)[^\s/$.?#][^\s]*\.[^\s]{2,}$/i,
  hasNumber: /\d/,
  color: /^#[0-9a-f]{6}$/i,
}
