// Checks a transparency log and a proof of it with the Go project's own implementation (golang.org/x/mod/sumdb/note and
// tlog), which shares no code with Assay.
//
//	go-reader -log URL -key VKEY [-older FILE] PROOF.tlog-proof
//
// The key is the line "log …" of URL/policy, without its first word. It reads the checkpoint and the tiles that it needs from
// URL. With -older it also checks that the log continues an older signed checkpoint.
package main

import (
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// C2SP tiles have 2^8 hashes.
const tileHeight = 8

func main() {
	logURL := flag.String("log", "", "address of the log, without a slash at the end")
	key := flag.String("key", "", "verifier key of the log")
	older := flag.String("older", "", "file with an older signed checkpoint")
	flag.Parse()
	if *logURL == "" || *key == "" || flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := check(*logURL, *key, *older, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "refused:", err)
		os.Exit(1)
	}
}

func check(logURL, key, older, proofFile string) error {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return fmt.Errorf("key: %w", err)
	}
	text, err := os.ReadFile(proofFile)
	if err != nil {
		return err
	}
	proof, err := parseProof(string(text))
	if err != nil {
		return err
	}
	tree, err := openCheckpoint(proof.checkpoint, verifier)
	if err != nil {
		return fmt.Errorf("checkpoint of the proof: %w", err)
	}
	record := tlog.RecordHash([]byte(proof.entry))
	if err := tlog.CheckRecord(proof.path, tree.N, tree.Hash, proof.index, record); err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	fmt.Printf("the proof leads from entry %d to the signed checkpoint of %d entries\n", proof.index, tree.N)

	published, err := read(logURL + "/checkpoint")
	if err != nil {
		return err
	}
	newest, err := openCheckpoint(string(published), verifier)
	if err != nil {
		return fmt.Errorf("published checkpoint: %w", err)
	}
	reader := tlog.TileHashReader(newest, &tiles{logURL})
	hashes, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, proof.index)})
	if err != nil {
		return fmt.Errorf("tiles: %w", err)
	}
	if hashes[0] != record {
		return fmt.Errorf("the tiles have another entry at %d", proof.index)
	}
	fmt.Printf("the tiles of the published log of %d entries contain the same entry\n", newest.N)
	if err := checkContinues(tree, newest, reader); err != nil {
		return fmt.Errorf("checkpoint of the proof: %w", err)
	}
	if older == "" {
		return nil
	}
	kept, err := os.ReadFile(older)
	if err != nil {
		return err
	}
	before, err := openCheckpoint(string(kept), verifier)
	if err != nil {
		return fmt.Errorf("older checkpoint: %w", err)
	}
	return checkContinues(before, newest, reader)
}

func checkContinues(older, newer tlog.Tree, reader tlog.HashReader) error {
	if older.N > newer.N {
		return fmt.Errorf("the log had %d entries and has %d", older.N, newer.N)
	}
	proof, err := tlog.ProveTree(newer.N, older.N, reader)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, newer.N, newer.Hash, older.N, older.Hash); err != nil {
		return err
	}
	fmt.Printf("the log of %d entries continues that of %d\n", newer.N, older.N)
	return nil
}

// openCheckpoint verifies the signature of the log. Signatures of others are ignored, as the format asks.
func openCheckpoint(signed string, verifier note.Verifier) (tlog.Tree, error) {
	opened, err := note.Open([]byte(signed), note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 3 || lines[0] != verifier.Name() {
		return tlog.Tree{}, fmt.Errorf("not a checkpoint of %s", verifier.Name())
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := hashOf(lines[2])
	return tlog.Tree{N: size, Hash: root}, err
}

type logProof struct {
	entry      string
	index      int64
	path       tlog.RecordProof
	checkpoint string
}

// parseProof reads https://c2sp.org/tlog-proof; the extra line of Assay contains the entry.
func parseProof(text string) (logProof, error) {
	head, checkpoint, found := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	if !found || len(lines) < 3 || lines[0] != "c2sp.org/tlog-proof@v1" ||
		!strings.HasPrefix(lines[1], "extra ") || !strings.HasPrefix(lines[2], "index ") {
		return logProof{}, fmt.Errorf("not a proof of Assay")
	}
	extra, err := base64.StdEncoding.DecodeString(lines[1][len("extra "):])
	if err != nil {
		return logProof{}, err
	}
	var codePath struct{ Entry string }
	if err := json.Unmarshal(extra, &codePath); err != nil {
		return logProof{}, err
	}
	index, err := strconv.ParseInt(lines[2][len("index "):], 10, 64)
	if err != nil {
		return logProof{}, err
	}
	proof := logProof{entry: codePath.Entry, index: index, checkpoint: checkpoint}
	for _, line := range lines[3:] {
		hash, err := hashOf(line)
		if err != nil {
			return logProof{}, err
		}
		proof.path = append(proof.path, hash)
	}
	return proof, nil
}

func hashOf(text string) (tlog.Hash, error) {
	var hash tlog.Hash
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil || copy(hash[:], bytes) != len(hash) || len(bytes) != len(hash) {
		return hash, fmt.Errorf("not a hash: %q", text)
	}
	return hash, nil
}

// tiles reads the tiles of https://c2sp.org/tlog-tiles.
type tiles struct{ logURL string }

func (t *tiles) Height() int { return tileHeight }

func (t *tiles) ReadTiles(asked []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(asked))
	for i, tile := range asked {
		// "tile/8/0/001.p/5" in Go's module database, "tile/0/001.p/5" here.
		path := strings.TrimPrefix(tile.Path(), fmt.Sprintf("tile/%d/", tileHeight))
		var err error
		if data[i], err = read(t.logURL + "/tile/" + path); err != nil {
			return nil, err
		}
	}
	return data, nil
}

func (t *tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func read(url string) ([]byte, error) {
	response, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, response.Status)
	}
	return io.ReadAll(response.Body)
}
