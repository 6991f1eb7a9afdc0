// The filters of bits-and-blooms in the protocol of ../README.md.
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/bits-and-blooms/bloom/v3"
)

type wanted struct {
	Name   string
	Kind   string
	Params struct {
		Capacity  uint
		ErrorRate float64
		Bits      uint
		Hashes    uint
	}
	Keys   []any
	Probes []any
}

func main() {
	command, folder := os.Args[1], os.Args[2]
	var request struct{ Filters []wanted }
	must(json.Unmarshal(read(filepath.Join(folder, "request.json")), &request))
	for _, one := range request.Filters {
		path := filepath.Join(folder, one.Name)
		var filter *bloom.BloomFilter
		if command == "make" {
			filter = empty(one)
			for _, key := range one.Keys {
				filter.Add(plain(key))
			}
			write(path+".dump", dump(one.Kind, filter))
		} else {
			filter = load(one.Kind, read(path+".dump"))
		}
		answers := make([]byte, len(one.Probes))
		for i, key := range one.Probes {
			answers[i] = '0'
			if filter.Test(plain(key)) {
				answers[i] = '1'
			}
		}
		write(path+".answers", answers)
	}
}

func empty(one wanted) *bloom.BloomFilter {
	if one.Params.Bits > 0 {
		return bloom.New(one.Params.Bits, one.Params.Hashes)
	}
	return bloom.NewWithEstimates(one.Params.Capacity, one.Params.ErrorRate)
}

func dump(kind string, filter *bloom.BloomFilter) []byte {
	if kind == "json" {
		text, err := json.Marshal(filter)
		must(err)
		return text
	}
	var out bytes.Buffer
	_, err := filter.WriteTo(&out)
	must(err)
	return out.Bytes()
}

func load(kind string, data []byte) *bloom.BloomFilter {
	filter := &bloom.BloomFilter{}
	if kind == "json" {
		must(json.Unmarshal(data, filter))
		return filter
	}
	_, err := filter.ReadFrom(bytes.NewReader(data))
	must(err)
	return filter
}

func plain(key any) []byte {
	if text, ok := key.(string); ok {
		return []byte(text)
	}
	data, err := hex.DecodeString(key.(map[string]any)["hex"].(string))
	must(err)
	return data
}

func read(path string) []byte {
	data, err := os.ReadFile(path)
	must(err)
	return data
}

func write(path string, data []byte) {
	must(os.WriteFile(path, data, 0o644))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
