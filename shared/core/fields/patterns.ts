/** The shared patterns of every form and every route. */
export const patterns = {
  /**
   * Lower case, upper case, digit and special character of any script. A letter of a script without cases (Lo, for example Hebrew or
   * Chinese) counts as both cases. Marks (M) belong to their letters.
   */
  password: /^(?=.*[\p{Ll}\p{Lo}])(?=.*[\p{Lu}\p{Lo}])(?=.*\p{Nd})(?=.*[^\p{L}\p{N}\p{M}]).{8,128}$/u,
  hasNumber: /\d/,
  color: /^#[0-9a-f]{6}$/i,
}
