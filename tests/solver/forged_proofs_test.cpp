// Certificates that are not what they claim: each is rejected, with the reason, by both checkers.
#include <gtest/gtest.h>

#include "tests/support/proof_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

bool is_rejection(const std::string& python) { return python.substr(0, 9) == "rejected:"; }

// A proof in memory, to be spoilt and written.
class Forgery {
public:
    Forgery(const ProofSubject& subject, const ProofPosition& root, Color attacker) : subject_{subject} {
        ProverObserver quiet;
        Prover prover{subject.game(), prover_options(), quiet, {}};
        auto part = prover.decide(root, attacker);
        EXPECT_TRUE(part) << part.error().message;
        header = *prover.header(root, {*part});
        records = std::move(part->records);
        EXPECT_EQ(plain_verdict(), "proved");
    }

    std::string plain_verdict(int expand = 0, bool tables = true) const {
        return verdict(check_file(subject_, written(), expand, tables));
    }
    // Of the checker in Python, which cannot look leaves up, and takes a second: not for every forgery.
    std::string python(int expand = 0) const { return python_verdict(written(), expand); }

    // Rejected by both, the reason of the C++ checker holding these words.
    void expect_rejected(const std::string& words, int expand = 0) const {
        const std::string plain = plain_verdict(expand);
        EXPECT_NE(plain.find(words), std::string::npos) << plain;
        EXPECT_PRED1(is_rejection, python(expand));
    }

    CertificateHeader header;
    std::vector<CertificateRecord> records;

private:
    std::filesystem::path written() const {
        const auto path = subject_.folder() / "forged.cert";
        EXPECT_TRUE(write_certificate(path, header, {records}));
        return path;
    }

    const ProofSubject& subject_;
};

// 5x5, three men a side: a win of the side that moves first; with 2-piece tables there are leaves.
class ForgedWin : public testing::Test {
protected:
    ForgedWin() : subject{"english", "5x5", 2}, good{subject, subject.start(1), Color::black} {
        EXPECT_EQ(good.header.claim, Claim::win);
    }
    std::vector<std::size_t> indices(bool leaves) const {
        std::vector<std::size_t> result;
        for (std::size_t i = 0; i < good.records.size(); ++i) {
            if (good.records[i].is_leaf() == leaves) result.push_back(i);
        }
        return result;
    }
    ProofSubject subject;
    Forgery good;
};

// Most other moves lead where the proof has nothing; another winning move can only be accepted if all its
// replies are in the proof with ranks that fit, which makes it a proof too.
TEST_F(ForgedWin, MoveChanged) {
    int rejected = 0;
    int accepted = 0;
    const auto moves = indices(false);
    for (std::size_t i = 0; i < moves.size(); i += std::max<std::size_t>(moves.size() / 25, 1)) {
        Forgery forged = good;
        CertificateRecord& record = forged.records[moves[i]];
        record.what = record.choice() == 0 ? 4 : 3;
        const bool proved = forged.plain_verdict() == "proved";
        if (proved || rejected % 10 == 0) {
            EXPECT_EQ(is_rejection(forged.python()), !proved);
        }
        ++(proved ? accepted : rejected);
    }
    EXPECT_GT(rejected, 20);
    EXPECT_LT(accepted, 5);

    Forgery none = good;
    none.records[moves[0]].what = 3 + 99;
    none.expect_rejected("the choice is move 99 of");
}

TEST_F(ForgedWin, ReplyDropped) {
    for (const bool leaf : {false, true}) {
        const auto some = indices(leaf);
        ASSERT_GT(some.size(), 10u);
        for (std::size_t i = 0; i < some.size(); i += some.size() / 5) {
            Forgery forged = good;
            forged.records.erase(forged.records.begin() + static_cast<std::ptrdiff_t>(some[i]));
            // Behind a dropped leaf of the other side its replies are looked for.
            EXPECT_NE(forged.plain_verdict(), "proved");
            if (i == 0) {
                EXPECT_PRED1(is_rejection, forged.python());
            }
        }
    }
    Forgery forged = good;
    forged.records.erase(forged.records.begin() + static_cast<std::ptrdiff_t>(indices(false)[3]));
    forged.expect_rejected("has no record");
}

TEST_F(ForgedWin, RankChanged) {
    for (const std::size_t i : indices(false)) {
        if (i % 10 != 0) continue;
        Forgery forged = good;
        ++forged.records[i].rank;
        const std::string plain = forged.plain_verdict();
        EXPECT_NE(plain.find("the rank is"), std::string::npos) << plain;
        if (i % 200 == 0) {
            EXPECT_PRED1(is_rejection, forged.python());
        }
    }
    Forgery zero = good;
    for (CertificateRecord& record : zero.records) record.rank = 0;
    zero.expect_rejected("the rank is 0");
}

TEST_F(ForgedWin, LeafFlipped) {
    const auto leaves = indices(true);
    for (std::size_t i = 0; i < leaves.size(); i += leaves.size() / 5) {
        Forgery forged = good;
        CertificateRecord& record = forged.records[leaves[i]];
        record.what = 2 - record.what;
        EXPECT_NE(forged.plain_verdict().find("leaf"), std::string::npos);
        record.what = 1;
        if (i == 0) forged.expect_rejected("leaf");
        EXPECT_NE(forged.plain_verdict().find("leaf"), std::string::npos);
    }
}

TEST_F(ForgedWin, AnotherClaim) {
    Forgery forged = good;
    forged.header.side = !forged.header.side;
    EXPECT_NE(forged.plain_verdict(), "proved");
    EXPECT_PRED1(is_rejection, forged.python());

    Forgery root = good;
    root.header.root.bytes[0] ^= 1;
    EXPECT_NE(root.plain_verdict(), "proved");

    Forgery draw_rules = good;
    draw_rules.header.draw_rules = "40-moves";
    draw_rules.expect_rejected("draw rules");
}

TEST_F(ForgedWin, AnotherVariant) {
    const auto path = subject.folder() / "forged.cert";
    ASSERT_TRUE(write_certificate(path, good.header, {good.records}));
    const auto certificate = CertificateReader::open(path);
    ASSERT_TRUE(certificate);
    const auto checked = check_proof(*certificate, *find_rules("russian"), nullptr, {});
    ASSERT_FALSE(checked);
    EXPECT_NE(checked.error().message.find("other rules"), std::string::npos) << checked.error().message;

    // Said to be of other rules, with their fingerprint: then it proves nothing.
    const ProofSubject russian{"russian", "5x5"};
    Forgery forged = good;
    ProverObserver quiet;
    Prover prover{russian.game(), prover_options(), quiet, {}};
    const CertificateHeader other = *prover.header(russian.start(1), {ProvedPart{}});
    forged.header.variant = other.variant;
    forged.header.rules_fingerprint = other.rules_fingerprint;
    ASSERT_TRUE(write_certificate(path, forged.header, {forged.records}));
    const auto as_russian = check_file(russian, path);
    ASSERT_TRUE(as_russian) << as_russian.error().message;
    EXPECT_TRUE(as_russian->fault.has_value());
    EXPECT_PRED1(is_rejection, python_verdict(path));
}

// Black's king takes both only if it may turn back: 18x9 over 14, and back over 27.
TEST(ProofsOfReadings, AreOfTheirOwn) {
    const ProofSubject thai{"thai"};
    const ProofPosition root = thai.position("B:WK27,14:BK18");
    ProverObserver quiet;
    Prover prover{thai.game(), prover_options(), quiet, {}};
    const auto parts = value_parts(prover, root);
    ASSERT_TRUE(parts) << parts.error().message;
    EXPECT_EQ(value_of(*parts, Color::black), Wld::win);
    const auto path = write_parts(thai, prover, root, *parts);
    EXPECT_EQ(verdict(check_file(thai, path)), "proved");
    // Who begins is nothing to a proof.
    EXPECT_EQ(verdict(check_file(ProofSubject{"thai:first=white"}, path)), "proved");
    const ProofSubject other{"thai:half-turn=no"};
    EXPECT_EQ(
        verdict(check_file(other, path)),
        "the certificate is of other rules than those of thai:half-turn=no here (thai, another fingerprint)");

    // Said to be of the other reading it proves nothing.
    Prover of_other{other.game(), prover_options(), quiet, {}};
    const auto header = of_other.header(root, *parts);
    ASSERT_TRUE(header);
    EXPECT_EQ(header->variant, "thai_half-turn_no");
    ASSERT_TRUE(write_certificate(path, *header, {parts->front().records}));
    const auto checked = check_file(other, path);
    ASSERT_TRUE(checked) << checked.error().message;
    EXPECT_TRUE(checked->fault.has_value());
}

TEST_F(ForgedWin, OtherTables) {
    Forgery forged = good;
    ASSERT_FALSE(forged.header.tables.empty());
    forged.header.tables[0].content.bytes[0] ^= std::byte{1};
    const std::string plain = forged.plain_verdict();
    EXPECT_NE(plain.find("is not the one that the certificate was made with"), std::string::npos) << plain;
}

TEST_F(ForgedWin, TruncatedOrAltered) {
    const auto path = subject.folder() / "forged.cert";
    ASSERT_TRUE(write_certificate(path, good.header, {good.records}));
    const Bytes whole = read_file(path);
    for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 100) {
        write_file(path, std::span{whole}.first(size));
        const auto checked = check_file(subject, path);
        ASSERT_FALSE(checked) << size;
        EXPECT_EQ(checked.error().kind, ErrorKind::table_damaged) << checked.error().message;
    }
    write_file(path, std::span{whole}.first(whole.size() - 1));
    EXPECT_NE(verdict(check_file(subject, path)).find("truncated"), std::string::npos);
    EXPECT_PRED1(is_rejection, python_verdict(path));
    for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 500) {
        Bytes bad = whole;
        bad[at] ^= std::byte{0x10};
        write_file(path, bad);
        const auto checked = check_file(subject, path);
        ASSERT_FALSE(checked) << at;
    }
}

// A hold, and leaves whose value still gives the goal but is not true: tables and expansion notice.
TEST(ForgedHold, LeafBetterThanItIs) {
    const ProofSubject subject{"russian", "4x4", 3};
    Forgery good{subject, subject.start(1), Color::white};
    ASSERT_EQ(good.header.claim, Claim::hold);
    int flipped = 0;
    for (std::size_t i = 0; i < good.records.size(); ++i) {
        if (!good.records[i].is_leaf() || good.records[i].value() != Wld::draw) continue;
        Forgery forged = good;
        const CellPosition position = *cells_of(forged.records[i].key, subject.shape().squares());
        forged.records[i].what = position.to_move == Color::black ? 2 : 0;
        EXPECT_EQ(forged.plain_verdict(0, false), "proved") << "nobody looked";
        EXPECT_NE(forged.plain_verdict().find("by the tables it is a draw"), std::string::npos);
        EXPECT_NE(forged.plain_verdict(3, false).find("by the rules it is a draw"), std::string::npos);
        if (flipped == 0) {
            EXPECT_PRED1(is_rejection, forged.python(3));
        }
        if (++flipped == 5) break;
    }
    EXPECT_GT(flipped, 0);
}

// Sets that are not closed: a hold that forgets a position.
TEST(ForgedHold, ReplyDropped) {
    const ProofSubject subject{"english", "4x4"};
    Forgery good{subject, subject.start(1), Color::white};
    ASSERT_EQ(good.header.claim, Claim::hold);
    ASSERT_GT(good.records.size(), 3u);
    for (std::size_t i = 0; i < good.records.size(); ++i) {
        Forgery forged = good;
        forged.records.erase(forged.records.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_NE(forged.plain_verdict().find("has no record"), std::string::npos);
        if (i == 0) forged.expect_rejected("has no record");
    }
}

// Records as a writer never makes them.
TEST(ForgedHold, OutOfOrderOrIllegal) {
    const ProofSubject subject{"english", "4x4"};
    const Forgery good{subject, subject.start(1), Color::white};
    Forgery twice = good;
    twice.records.insert(twice.records.begin(), twice.records.front());
    twice.expect_rejected("malformed");
    Forgery swapped = good;
    std::swap(swapped.records[0], swapped.records[1]);
    swapped.expect_rejected("out of order");
    Forgery illegal = good;
    CellPosition position;
    position.to_move = Color::white;
    position.cells[0] = Cell::white_man;
    position.cells[7] = Cell::black_king;
    illegal.records.push_back(CertificateRecord::leaf(key_of(position, 8), Wld::draw));
    std::sort(illegal.records.begin(), illegal.records.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    illegal.expect_rejected("no legal placement");
}

}  // namespace
}  // namespace damier
