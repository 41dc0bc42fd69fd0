/** The shared patterns of every form and every route. */
export const patterns = {
  password: /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z\d]).{8,128}$/,
  hasNumber: /\d/,
  color: /^#[0-9a-f]{6}$/i,
}
